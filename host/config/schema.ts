// Imported only when there is a configuration file: loading zod takes longer than a small run.
// The message of each schema is the phrase that completes "expected …".
import { z } from "zod";
import { LIMIT_NAMES, LIMITS } from "../../protocol/index.ts";
import { builtinProblems } from "../builtins/check.ts";
import type { BuiltinTools } from "../builtins/options.ts";
import { LOG_LEVELS } from "../mcp/options.ts";
import type { HostOptions } from "../options.ts";

/** What a configuration holds besides servers, checked. */
export interface Config extends Omit<HostOptions, "mcpServers" | "tools" | "hooks"> {
  readonly tools?: readonly string[];
  /** Rules of `isocell lint` that are switched off, each with the reason. */
  readonly lint?: { readonly off?: Readonly<Record<string, string>> };
  /** Paths of files, relative to this one. */
  readonly hooks?: readonly string[];
}

const text = z.string("a string").min(1, "a string that is not empty");

function wholeNumber(min: number): z.ZodInt {
  return z.int(`a whole number of at least ${min}`).min(min, `a whole number of at least ${min}`);
}

/** An object without other keys than these. */
function strict<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  const keys = Object.keys(shape).join(", ");
  return z.strictObject(shape, { error: (issue) => (issue.code === "unrecognized_keys" ? keys : "an object") });
}

const flag = z.boolean("true or false");
const names = z.array(text, "an array of names");

const limit = LIMIT_NAMES.map((name) => {
  const { min, unit } = LIMITS[name];
  const expected = `a whole number of at least ${min} (${unit}), or null to lift the limit`;
  return [name, z.int(expected).min(min, expected).nullable().exactOptional()] as const;
});

/** The built-in tools have their own check, which programs are held to as well. */
const builtins = z.unknown().check(({ value, issues }) => {
  for (const { path, expected } of builtinProblems(value, false)) {
    const input = path.reduce<unknown>((at, key) => (at as Readonly<Record<PropertyKey, unknown>>)[key], value);
    issues.push({ code: "custom", path: [...path], message: expected, input });
  }
}) as z.ZodType<BuiltinTools>;

/** The shape of `isocell.json`. */
const configSchema = strict({
  // Checked apart, without this library. It is here for the messages that name all keys.
  mcpServers: z.unknown().optional(),
  mcp: strict({
    graceMs: wholeNumber(0).exactOptional(),
    roots: z.array(text, "an array of folders").exactOptional(),
    logLevel: z.enum(LOG_LEVELS, LOG_LEVELS.join(", ")).exactOptional(),
  }).exactOptional(),
  limits: strict(Object.fromEntries(limit)).exactOptional(),
  mode: z.enum(["direct", "code", "code-only"], '"direct", "code" or "code-only"').exactOptional(),
  isolation: z.enum(["cell", "session"], '"cell" or "session"').exactOptional(),
  pool: strict({
    processes: wholeNumber(1).exactOptional(),
    threads: wholeNumber(1).exactOptional(),
    warmIsolates: wholeNumber(0).exactOptional(),
    recycleAfterCells: wholeNumber(1).exactOptional(),
    prestart: flag.exactOptional(),
  }).exactOptional(),
  tools: z.array(text, "an array of module paths").exactOptional(),
  builtins: builtins.exactOptional(),
  steps: strict({
    search: flag.exactOptional(),
    enforceExposure: flag.exactOptional(),
    errorOnCollision: flag.exactOptional(),
    maxSharedCalls: wholeNumber(1).exactOptional(),
    toolOrder: names.exactOptional(),
    directOnlyNamespaces: names.exactOptional(),
    excludedNamespaces: names.exactOptional(),
  }).exactOptional(),
  approvals: strict({
    policy: z.enum(["never", "on-request", "always"], '"never", "on-request" or "always"').exactOptional(),
    access: z.enum(["full", "confined"], '"full" or "confined"').exactOptional(),
    modes: z
      .record(
        text,
        z.enum(["auto", "writes", "prompt", "approve"], '"auto", "writes", "prompt" or "approve"'),
        "an object of modes by tool",
      )
      .exactOptional(),
  }).exactOptional(),
  hooks: z.array(text, "an array of paths of hook files").exactOptional(),
  lint: strict({ off: z.record(text, text, "an object of reasons by rule").exactOptional() }).exactOptional(),
  outputs: strict({ maxBytes: wholeNumber(1).exactOptional(), folder: text.exactOptional() }).exactOptional(),
});

/** Checks a configuration: it, or all that is wrong with it. */
export function checkConfig(
  value: unknown,
): { readonly config: Config } | { readonly issues: readonly z.core.$ZodIssue[] } {
  const parsed = configSchema.safeParse(value, { reportInput: true });
  return parsed.success ? { config: parsed.data } : { issues: parsed.error.issues };
}
