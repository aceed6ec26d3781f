import { isRecord, rule } from "./rules.ts";
import type { SettingPath, SettingProblem } from "./rules.ts";
import { OAUTH_SETTINGS, SETTINGS, TOOL_SETTINGS } from "./settings.ts";
import type { ServerKind } from "./settings.ts";

/** What is to be said of one server's settings. */
export interface CheckedServer {
  readonly problems: readonly SettingProblem[];
  /** Settings that nobody knows: what to make of them depends on where they stand. */
  readonly unknown: readonly SettingPath[];
}

const TRANSPORTS: Readonly<Record<ServerKind, string>> = { stdio: "stdio", http: "streamable_http" };
const LITERAL_TOKENS: ReadonlySet<string> = new Set(["bearerToken", "bearer_token"]);

/**
 * Checks the settings of one server, which stand there in camel case.
 *
 * @param spelled how a setting was written, for messages.
 */
export function checkServer(
  server: unknown,
  spelled: (setting: string) => string = (setting) => setting,
): CheckedServer {
  const problems: SettingProblem[] = [];
  const unknown: SettingPath[] = [];
  if (!isRecord(server)) {
    rule("an object of settings", isRecord)(server, [], problems);
    return { problems, unknown };
  }
  const given = Object.keys(server).filter((key) => server[key] !== undefined);
  const kind = kindOf(server, problems);
  for (const key of given) {
    const setting = Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined;
    if (LITERAL_TOKENS.has(key)) problems.push(literalToken(key, kind));
    else if (setting === undefined) unknown.push([key]);
    else if (kind !== undefined && setting.kind !== undefined && setting.kind !== kind)
      problems.push(misplaced(spelled(key), kind));
    else setting.rule(server[key], [key], problems);
  }
  if (kind === "stdio" && server["command"] === undefined) SETTINGS["command"]?.rule(undefined, ["command"], problems);
  if (kind === "http" && server["url"] === undefined) SETTINGS["url"]?.rule(undefined, ["url"], problems);
  const { oauth, tools } = server;
  const ofTools = Object.entries(isRecord(tools) ? tools : {});
  return {
    problems,
    unknown: [
      ...unknown,
      ...unknownIn(oauth, OAUTH_SETTINGS, ["oauth"]),
      ...ofTools.flatMap(([name, settings]) => unknownIn(settings, TOOL_SETTINGS, ["tools", name])),
    ],
  };
}

/** By its type; else a command makes it a process, whatever else is there. */
function kindOf(server: Readonly<Record<string, unknown>>, problems: SettingProblem[]): ServerKind | undefined {
  const { type, command, url } = server;
  if (type === "stdio") return "stdio";
  if (type === "http" || type === "streamable-http" || type === "sse") return "http";
  if (command !== undefined) return "stdio";
  if (url !== undefined) return "http";
  if (type === undefined) {
    const text = "invalid transport; give a command (a program to start) or a url (a server over HTTP)";
    problems.push({ path: [], text });
  }
  return undefined;
}

function misplaced(key: string, kind: ServerKind): SettingProblem {
  const other =
    kind === "stdio"
      ? "remove it, or, to reach the server over HTTP, give a url and no command"
      : "remove it, or, to start the server as a process, give a command and no url";
  return { path: [], text: `${key} is not supported for ${TRANSPORTS[kind]}; ${other}` };
}

function literalToken(key: string, kind: ServerKind = "http"): SettingProblem {
  const advice =
    kind === "stdio"
      ? "remove it; what a process needs to know goes into env, with its value in a variable: ${NAME}"
      : "a secret does not belong into a file: put it into an environment variable and name that in " +
        (key === "bearerToken" ? "bearerTokenEnvVar" : "bearer_token_env_var");
  return { path: [], text: `${key} is not supported for ${TRANSPORTS[kind]}; ${advice}` };
}

function unknownIn(settings: unknown, known: readonly string[], path: SettingPath): SettingPath[] {
  if (!isRecord(settings)) return [];
  return Object.keys(settings)
    .filter((key) => !known.includes(key))
    .map((key) => [...path, key]);
}
