import { OAUTH_SETTINGS, SETTINGS, TOOL_SETTINGS } from "../../mcp/settings/settings.ts";
import { isRecord } from "../../mcp/settings/rules.ts";
import type { SettingPath, SettingProblem } from "../../mcp/settings/rules.ts";

/** A server's settings in camel case, and how each was written. */
export interface SpelledServer {
  readonly settings: Readonly<Record<string, unknown>>;
  /** A path of `settings`, as it stands in the file. */
  readonly written: (path: SettingPath) => SettingPath;
  readonly problems: readonly SettingProblem[];
}

/** Other names of settings, in the reference's files and those of other clients. */
const ALIASES: Readonly<Record<string, string>> = {
  httpHeaders: "headers",
  http_headers: "headers",
  envHttpHeaders: "envHeaders",
  env_http_headers: "envHeaders",
};
const MILLISECONDS = ["startup_timeout_ms", "startupTimeoutMs"];
const TYPES: Readonly<Record<string, string>> = {
  streamable_http: "streamable-http",
  streamableHttp: "streamable-http",
};

/** Brings settings into one form, whichever client they were written for. Values are not checked, beyond what it takes. */
export function spellServer(server: Readonly<Record<string, unknown>>): SpelledServer {
  const problems: SettingProblem[] = [];
  const { spelled: settings, written } = spell(server, Object.keys(SETTINGS), [], problems);
  // How settings of inner objects were written, by the path of the object.
  const writtenIn = new Map<string, ReadonlyMap<string, string>>();
  const spellInner = (object: unknown, known: readonly string[], path: SettingPath): unknown => {
    if (!isRecord(object)) return object;
    const inner = spell(object, known, path, problems);
    writtenIn.set(JSON.stringify(path), inner.written);
    return Object.fromEntries(inner.spelled);
  };
  const tools = settings.get("tools");
  if (isRecord(tools)) {
    const spelled = ([name, tool]: [string, unknown]): [string, unknown] => [
      name,
      spellInner(tool, TOOL_SETTINGS, ["tools", name]),
    ];
    settings.set("tools", Object.fromEntries(Object.entries(tools).map(spelled)));
  }
  if (settings.has("oauth")) settings.set("oauth", spellInner(settings.get("oauth"), OAUTH_SETTINGS, ["oauth"]));
  takeMilliseconds(settings, written);
  takeDisabled(settings);
  const type = settings.get("type");
  if (typeof type === "string" && Object.hasOwn(TYPES, type)) settings.set("type", TYPES[type]);
  const envVars = settings.get("envVars");
  if (Array.isArray(envVars))
    settings.set(
      "envVars",
      envVars.map((entry, index) => variableName(entry, index, problems)),
    );
  return {
    settings: Object.fromEntries(settings),
    problems,
    written: (path) =>
      path.map((key, depth) => {
        const within = depth === 0 ? written : writtenIn.get(JSON.stringify(path.slice(0, depth)));
        return within?.get(String(key)) ?? key;
      }),
  };
}

function spell(
  object: Readonly<Record<string, unknown>>,
  known: readonly string[],
  path: SettingPath,
  problems: SettingProblem[],
): { readonly spelled: Map<string, unknown>; readonly written: Map<string, string> } {
  const spelled = new Map<string, unknown>();
  const written = new Map<string, string>();
  for (const [key, value] of Object.entries(object)) {
    const setting = path.length === 0 && Object.hasOwn(ALIASES, key) ? (ALIASES[key] ?? key) : camelCase(key, known);
    const other = written.get(setting);
    if (other === undefined) {
      spelled.set(setting, value);
      written.set(setting, key);
    } else {
      problems.push({ path, text: `${key} is the same setting as ${other}; keep one of them` });
    }
  }
  return { spelled, written };
}

/** Only what is known then: an unknown key is shown as it was written. */
function camelCase(key: string, known: readonly string[]): string {
  const camel = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return known.includes(camel) ? camel : key;
}

/** Seconds win over milliseconds. */
function takeMilliseconds(settings: Map<string, unknown>, written: Map<string, string>): void {
  for (const key of MILLISECONDS) {
    const value = settings.get(key);
    if (value === undefined) continue;
    settings.delete(key);
    if (settings.has("startupTimeoutSec")) continue;
    settings.set("startupTimeoutSec", typeof value === "number" ? value / 1000 : value);
    written.set("startupTimeoutSec", key);
  }
}

/** How some clients keep a server that is not to be used. */
function takeDisabled(settings: Map<string, unknown>): void {
  const disabled = settings.get("disabled");
  if (typeof disabled !== "boolean") return;
  settings.delete("disabled");
  if (!settings.has("enabled")) settings.set("enabled", !disabled);
}

/** The name in `{ name, source }`: the environment of this process is the only source there is. */
function variableName(entry: unknown, index: number, problems: SettingProblem[]): unknown {
  if (!isRecord(entry)) return entry;
  const { name, source = "local" } = entry;
  if (source !== "local") {
    const text = `expected "local": variables come from the environment of this process`;
    problems.push({ path: ["envVars", index, "source"], text });
  }
  return name;
}
