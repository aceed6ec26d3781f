import { nearestNames } from "../../../tools/index.ts";
import { checkServer } from "../../mcp/settings/check-server.ts";
import { describeValue, isRecord } from "../../mcp/settings/rules.ts";
import type { SettingPath } from "../../mcp/settings/rules.ts";
import { OAUTH_SETTINGS, SETTINGS, TOOL_SETTINGS } from "../../mcp/settings/settings.ts";
import type { McpServerConfig } from "../../mcp/server-config.ts";
import type { Variables } from "./expand.ts";
import { formatPath } from "../format-path.ts";
import { resolveServer } from "./resolve-server.ts";
import { spellServer } from "./spelling.ts";

/** What a server's place in a file says about how to read it. */
export interface ServerPlace {
  /** Where the server stands in its file. */
  readonly path: readonly string[];
  /** The folder of the file. */
  readonly folder: string;
  readonly variables: Variables;
  /** Whether settings that nobody knows are mistakes; else they are another client's. */
  readonly strict: boolean;
}

/** One server of a file. Problems and warnings name their place, and have no full stop. */
export interface ReadServer {
  /** Of use only without problems. */
  readonly config: McpServerConfig;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Settings of the reference that there is nothing for here. */
const UNSUPPORTED = new Set(["auth", "oauth_resource", "environment_id", "http_headers_helper"]);
const SECRET_HEADERS = new Set(["authorization", "proxy-authorization", "cookie", "x-api-key", "api-key"]);

/** Reads one server as a file holds it, whichever client the file was written for. */
export function readServer(server: unknown, place: ServerPlace): ReadServer {
  const at = (path: SettingPath): string => formatPath([...place.path, ...path]);
  if (!isRecord(server)) {
    const problem = `${at([])}: expected an object of settings, ${describeValue(server)}`;
    return { config: { command: "" }, problems: [problem], warnings: [] };
  }
  const spelled = spellServer(server);
  const resolved = resolveServer(spelled.settings, place.variables, place.folder);
  const { settings } = resolved;
  const checked = checkServer(settings, (setting) => String(spelled.written([setting])[0]));
  // Nobody needs the variables of a server that is left out.
  const unresolved = settings["enabled"] === false ? [] : resolved.problems;
  const problems = [...spelled.problems, ...checked.problems, ...unresolved].map(
    ({ path, text }) => `${at(spelled.written(path))}: ${text}`,
  );
  const unknown = checked.unknown.map(
    (path) => `${at(spelled.written(path))}: ${unknownSetting(path, place.strict ? "remove it" : "it is ignored")}`,
  );
  return {
    config: configOf(settings),
    problems: place.strict ? [...problems, ...unknown] : problems,
    warnings: [
      ...(place.strict ? [] : unknown),
      ...literalSecrets(spelled.settings).map((path) => `${at(spelled.written(path))}: ${LITERAL_SECRET}`),
    ],
  };
}

const LITERAL_SECRET =
  "may be a secret, which does not belong into a file; put it into an environment variable, and write ${NAME} here";

/** What is known of it. The type says what the other settings say, too, but for the old protocol. */
function configOf({ type, tools, oauth, ...settings }: Readonly<Record<string, unknown>>): McpServerConfig {
  const config: unknown = {
    ...known(settings, Object.keys(SETTINGS)),
    ...(type === "sse" ? { type } : {}),
    ...(isRecord(oauth) ? { oauth: known(oauth, OAUTH_SETTINGS) } : {}),
    ...(isRecord(tools)
      ? { tools: mapValues(tools, (tool) => (isRecord(tool) ? known(tool, TOOL_SETTINGS) : tool)) }
      : {}),
  };
  return config as McpServerConfig;
}

function known(object: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));
}

function mapValues(
  object: Readonly<Record<string, unknown>>,
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function unknownSetting(path: SettingPath, consequence: string): string {
  const key = String(path.at(-1));
  if (UNSUPPORTED.has(key)) return `this setting is not supported here; ${consequence}`;
  const candidates = path.length === 1 ? Object.keys(SETTINGS) : path[0] === "oauth" ? OAUTH_SETTINGS : TOOL_SETTINGS;
  const [near] = nearestNames(key, candidates, 1);
  return `unknown key; ${near === undefined ? consequence : `did you mean "${near}"?`}`;
}

function literalSecrets({ headers }: Readonly<Record<string, unknown>>): SettingPath[] {
  if (!isRecord(headers)) return [];
  return Object.entries(headers)
    .filter(([name, value]) => SECRET_HEADERS.has(name.toLowerCase()) && typeof value === "string")
    .filter(([, value]) => !String(value).includes("${"))
    .map(([name]) => ["headers", name]);
}
