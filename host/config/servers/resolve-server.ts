import { resolve } from "node:path";
import { isRecord } from "../../mcp/settings/rules.ts";
import type { SettingPath, SettingProblem } from "../../mcp/settings/rules.ts";
import { expandText } from "./expand.ts";
import type { Variables } from "./expand.ts";

/** Settings in which references to variables are replaced. */
const EXPANDED = new Set(["command", "args", "env", "cwd", "url", "headers"]);

/** Replaces references to variables, and makes the working directory absolute. Whatever is no text stays as it is. */
export function resolveServer(
  settings: Readonly<Record<string, unknown>>,
  variables: Variables,
  folder: string,
): { readonly settings: Record<string, unknown>; readonly problems: readonly SettingProblem[] } {
  const problems: SettingProblem[] = [];
  const expand = (value: unknown, path: SettingPath): unknown => {
    if (typeof value === "string") return expandText(value, variables, (text) => problems.push({ path, text }));
    // One level: what is nested deeper is refused later.
    if (path.length > 1) return value;
    if (Array.isArray(value)) return value.map((entry: unknown, index) => expand(entry, [...path, index]));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, expand(entry, [...path, key])]));
  };
  const resolved = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, EXPANDED.has(key) ? expand(value, [key]) : value]),
  );
  const { cwd } = resolved;
  if (typeof cwd === "string" && cwd !== "") resolved["cwd"] = resolve(folder, cwd);
  return { settings: resolved, problems: [...problems, ...unsetVariables(settings, variables)] };
}

/** Variables that are named, and not set. */
function unsetVariables(settings: Readonly<Record<string, unknown>>, variables: Variables): SettingProblem[] {
  const { envVars, envHeaders, bearerTokenEnvVar, oauth } = settings;
  const named: (readonly [SettingPath, unknown])[] = [[["bearerTokenEnvVar"], bearerTokenEnvVar]];
  if (isRecord(oauth)) named.push([["oauth", "clientSecretEnvVar"], oauth["clientSecretEnvVar"]]);
  if (Array.isArray(envVars))
    named.push(...envVars.map((name, index) => [["envVars", index], name as unknown] as const));
  if (isRecord(envHeaders))
    named.push(...Object.entries(envHeaders).map(([header, name]) => [["envHeaders", header], name] as const));
  return named.flatMap(([path, name]) =>
    typeof name === "string" && name !== "" && variables[name] === undefined
      ? [{ path, text: `the environment variable ${name} is not set; set it, or leave this out` }]
      : [],
  );
}
