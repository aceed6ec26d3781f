import { isJsonObject, BUILTIN_GROUPS, BUILTIN_NAMES, nearestNames } from "../../tools/index.ts";
import type { BuiltinCallbacks, BuiltinGroup, BuiltinName } from "../../tools/index.ts";
import type { BuiltinOptions, BuiltinTools } from "./options.ts";

/** One thing that is wrong with `builtins`. */
export interface BuiltinProblem {
  /** Where, within `builtins`. */
  readonly path: readonly (string | number)[];
  /** What completes "expected …". */
  readonly expected: string;
}

/** Checks each setting: what it should be, or null where it is that. */
const SETTINGS: Readonly<Record<string, (value: unknown) => string | null>> = {
  tools: (value) => (value === "all" || Array.isArray(value) ? null : 'an array of names, or "all"'),
  cwd: (value) => (isText(value) ? null : "the path of a folder"),
  roots: (value) =>
    value === null || (Array.isArray(value) && value.every(isText)) ? null : "paths of folders, or null",
  commands: (value) => commandsProblem(value),
  callbacks: (value) => (isJsonObject(value) ? null : "an object of functions"),
};

/** Deeper than their names, settings of commands are checked by whoever runs them. */
const COMMAND_SETTINGS: readonly string[] = [
  "shell",
  "environment",
  "confinement",
  "parallel",
  "graceMs",
  "outputBudget",
  "terminalPackages",
];

const CALLBACKS: readonly string[] = [...BUILTIN_GROUPS.flatMap(({ callback = [] }) => callback), "collaborationMode"];

/**
 * All that is wrong with a value for `builtins`.
 *
 * @param callbacks whether callbacks could be given at all: not in a file.
 */
export function builtinProblems(value: unknown, callbacks: boolean): readonly BuiltinProblem[] {
  if (value === "all") return [];
  if (Array.isArray(value)) return nameProblems(value, [], {}, callbacks);
  if (!isJsonObject(value)) {
    return [{ path: [], expected: 'an array of names of built-in tools, "all", or an object with `tools`' }];
  }
  const problems = settingProblems(value, callbacks);
  if (problems.length > 0) return problems;
  const given = value as unknown as BuiltinOptions;
  if (given.tools === "all") return [];
  return nameProblems(given.tools, ["tools"], given.callbacks ?? {}, callbacks);
}

function settingProblems(value: Readonly<Record<string, unknown>>, callbacks: boolean): readonly BuiltinProblem[] {
  const known = Object.keys(SETTINGS).filter((key) => callbacks || key !== "callbacks");
  const problems = Object.keys(value).flatMap((key): readonly BuiltinProblem[] => {
    if (!known.includes(key)) return [{ path: [key], expected: `one of the keys ${known.join(", ")}` }];
    const expected = value[key] === undefined ? null : (SETTINGS[key]?.(value[key]) ?? null);
    return expected === null ? [] : [{ path: [key], expected }];
  });
  if (value["tools"] === undefined) problems.push({ path: ["tools"], expected: 'an array of names, or "all"' });
  const given = isJsonObject(value["callbacks"]) ? value["callbacks"] : {};
  for (const [name, callback] of Object.entries(given)) {
    const path = ["callbacks", name];
    if (!CALLBACKS.includes(name)) problems.push({ path, expected: `one of the callbacks ${CALLBACKS.join(", ")}` });
    else if (callback !== undefined && typeof callback !== "function") problems.push({ path, expected: "a function" });
  }
  return problems;
}

function commandsProblem(value: unknown): string | null {
  const known = `an object with any of ${COMMAND_SETTINGS.join(", ")}`;
  if (!isJsonObject(value)) return known;
  const unknown = Object.keys(value).find((key) => !COMMAND_SETTINGS.includes(key));
  return unknown === undefined ? null : `${known}; it has ${JSON.stringify(unknown)}`;
}

function nameProblems(
  names: readonly unknown[],
  at: readonly string[],
  given: BuiltinCallbacks,
  callbacks: boolean,
): readonly BuiltinProblem[] {
  return names.flatMap((name, index) => {
    const expected = nameProblem(name, names.indexOf(name) < index, given, callbacks);
    return expected === null ? [] : [{ path: [...at, index], expected }];
  });
}

function nameProblem(name: unknown, again: boolean, given: BuiltinCallbacks, callbacks: boolean): string | null {
  const group = BUILTIN_GROUPS.find(({ names }) => (names as readonly unknown[]).includes(name));
  if (group === undefined) {
    const [near] = typeof name === "string" ? nearestNames(name, BUILTIN_NAMES, 1) : [];
    const known = near === undefined ? `: ${BUILTIN_NAMES.join(", ")}` : ` (did you mean ${near}?)`;
    return `the name of a built-in tool${known}`;
  }
  if (again) return "each name once";
  const { callback } = group;
  if (callback === undefined || given[callback] !== undefined) return null;
  return callbacks
    ? `a tool whose callback is given; it needs callbacks.${callback}`
    : `a tool that needs no callback; programs can offer this one, with callbacks.${callback}`;
}

/** The groups that hold the tools somebody asked for, with the names wanted of each. Of options that were checked. */
export function wantedGroups(
  builtins: BuiltinTools,
  groups: readonly BuiltinGroup[] = BUILTIN_GROUPS,
): readonly { readonly group: BuiltinGroup; readonly wanted: readonly BuiltinName[] }[] {
  const { tools, callbacks = {} } = asOptions(builtins);
  const isWanted = (group: BuiltinGroup, name: BuiltinName): boolean =>
    tools === "all" ? isOffered(group, callbacks) : tools.includes(name);
  return groups.flatMap((group) => {
    const named = group.names.filter((name) => isWanted(group, name));
    return named.length === 0 ? [] : [{ group, wanted: group.together === true ? group.names : named }];
  });
}

/** Names alone, as options. */
export function asOptions(builtins: BuiltinTools): BuiltinOptions {
  return builtins === "all" || isNames(builtins) ? { tools: builtins } : builtins;
}

function isOffered({ callback, onlyByName }: BuiltinGroup, callbacks: BuiltinCallbacks): boolean {
  return onlyByName !== true && (callback === undefined || callbacks[callback] !== undefined);
}

function isNames(builtins: BuiltinTools): builtins is readonly BuiltinName[] {
  return Array.isArray(builtins);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
