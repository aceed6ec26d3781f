import { IsocellError } from "../../protocol/index.ts";
import { compileMatcher } from "./config/matcher.ts";
import type { Matcher } from "./config/matcher.ts";
import { hookHash } from "./config/hook-hash.ts";
import { parseHooks } from "./config/parse-hooks.ts";
import type { Hooks } from "./contract.ts";
import { decideAfter, decideBefore } from "./decide.ts";
import { commandHere, runConfigured } from "./handlers/configured-hook.ts";
import { createContextLimit } from "./handlers/context-limit.ts";
import type { ContextLimit } from "./handlers/context-limit.ts";
import { runFunction } from "./handlers/function-hook.ts";
import { runAll } from "./run-all.ts";
import type { Handler } from "./run-all.ts";
import type { ConfiguredHandler, FunctionHook, HooksOptions, LoadedHooks } from "./sources.ts";

const DEFAULT_TIMEOUT_MS = 600_000;
const FUNCTION_KEYS = ["name", "matcher", "before", "after", "timeoutMs", "failClosed"];

/**
 * Makes one of all hooks of a host. Handlers that concern a call run at the same time, and all are heard before anything
 * is decided: a denial beats every rewrite, and of several rewrites the one that finished last wins. A handler that
 * fails is reported; the call goes on unless the handler fails closed. Commands run in a process group of their own, with
 * the environment of this process, at most 1 MB of output is read, and the group is ended at their timeout or when the
 * call is cancelled.
 *
 * The texts of denials and blocks are what the model reads, complete.
 *
 * @throws {IsocellError} `invalid_options` or `invalid_config`, naming what is wrong where.
 */
export function createHooks(options: HooksOptions): Hooks {
  const build: Build = { ...options, limitContext: createContextLimit(options.outputFolder) };
  const handlers: Handler[] = [];
  options.sources.forEach((source, index) => {
    const path = `sources[${index}]`;
    if (typeof source !== "object" || (source as unknown) === null) throw invalidOption(path, "an object");
    if ("handlers" in source) handlers.push(...fromLoaded(source, build));
    else if ("hooks" in source) handlers.push(...fromLoaded(parseHooks(source), build));
    else handlers.push(...fromFunction(source, path));
  });
  const concerned = (event: "before" | "after", name: string, aliases: readonly string[]): readonly Handler[] =>
    handlers.filter((handler) => handler.event === event && handler.matches(name, aliases));
  return {
    concerns: (event, name, aliases) =>
      handlers.some((handler) => handler.event === event && handler.matches(name, aliases)),
    before: async (call, report) =>
      decideBefore(call, await runAll(concerned("before", call.name, call.aliases), call, null, report)),
    after: async (call, response, report) =>
      decideAfter(await runAll(concerned("after", call.name, call.aliases), call, { response }, report)),
    close: () => build.limitContext.close(),
  };
}

type Build = HooksOptions & { readonly limitContext: ContextLimit };

function fromLoaded(loaded: LoadedHooks, build: Build): Handler[] {
  for (const warning of loaded.warnings) build.onWarning?.(warning);
  return loaded.handlers.flatMap((configured) => {
    const { event, label, failClosed, async: background, what, statusMessage } = configured;
    if (what.type === "mcp_tool" && build.callMcpTool === undefined) {
      throw new IsocellError(
        "invalid_config",
        `${label}: a hook of the type mcp_tool needs an MCP server, and none is configured.`,
        { data: { file: loaded.file ?? null, path: label } },
      );
    }
    const matches = matcherOf(configured, loaded.file, build);
    if (matches === null || !isTrusted(configured, build)) return [];
    const name = statusMessage === undefined ? label : `${label} (${statusMessage})`;
    return {
      event,
      label: name,
      failClosed,
      background,
      matches,
      run: (call, after) => runConfigured(configured, call, after, build),
    };
  });
}

function matcherOf(configured: ConfiguredHandler, file: string | undefined, build: Build): Matcher | null {
  const matches = compileMatcher(configured.matcher);
  if (typeof matches === "function") return matches;
  const { label, matcher, failClosed } = configured;
  const text = `${label}: the matcher ${JSON.stringify(matcher)} is no regular expression: ${matches.problem}`;
  // What must not be passed over when it fails must not be passed over now.
  if (failClosed) throw new IsocellError("invalid_config", `${text}.`, { data: { file: file ?? null, path: label } });
  build.onWarning?.(`${text}; the hook is left out`);
  return null;
}

function isTrusted(configured: ConfiguredHandler, { trusted }: Build): boolean {
  if (trusted === undefined) return true;
  const { what } = configured;
  const words =
    what.type === "command" ? [commandHere(what), ...(what.args ?? [])] : [what.type, what.server, what.tool];
  return trusted(hookHash(configured), words.join(" "));
}

function fromFunction(hook: FunctionHook, path: string): Handler[] {
  const extra = Object.keys(hook).find((key) => !FUNCTION_KEYS.includes(key));
  if (extra !== undefined) throw invalidOption(`${path}.${extra}`, `no such key, but ${FUNCTION_KEYS.join(", ")}`);
  const { matcher, timeoutMs = DEFAULT_TIMEOUT_MS, failClosed = false } = hook;
  if (matcher !== undefined && typeof matcher !== "string") throw invalidOption(`${path}.matcher`, "a string");
  const matches = compileMatcher(matcher);
  if (typeof matches !== "function") throw invalidOption(`${path}.matcher`, `a regular expression: ${matches.problem}`);
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31))
    throw invalidOption(`${path}.timeoutMs`, "milliseconds from 1 to 2^31 - 1");
  const events = (["before", "after"] as const).filter((event) => hook[event] !== undefined);
  if (events.length === 0) throw invalidOption(path, "a function before or after, or hooks of a configuration");
  return events.map((event) => {
    const own: unknown = hook[event];
    if (typeof own !== "function") throw invalidOption(`${path}.${event}`, "a function");
    // A method is called like its key, which names nothing.
    const label = hook.name ?? (own.name === event || own.name === "" ? path : own.name);
    return {
      event,
      label,
      failClosed,
      background: false,
      matches,
      run: (call, after) => runFunction(hook, call, after, timeoutMs),
    };
  });
}

function invalidOption(path: string, expected: string): IsocellError {
  return new IsocellError("invalid_options", `hooks: ${path}: expected ${expected}.`, { data: { path } });
}
