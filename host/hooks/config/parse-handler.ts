import type { CommandHandler, ConfiguredHandler, McpToolHandler } from "../sources.ts";
import { asArray, asBoolean, asObject, asString, warnAboutOthers, wrong } from "./check-shape.ts";
import type { Fields, Place } from "./check-shape.ts";

const DEFAULT_TIMEOUT_SECONDS = 600;
const DEFAULT_CONTEXT_TOKENS = 2500;
/** The longest a timer can be set. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const COMMON_KEYS = ["type", "timeout", "async", "statusMessage", "additionalContextLimit", "failClosed"];

/** What a handler has from its event, its group and its source. */
type Around = Pick<ConfiguredHandler, "event" | "label" | "matcher" | "failClosed">;

/** Checks one handler. Throws an IsocellError `invalid_config`. */
export function parseHandler(fields: Fields, around: Around, place: Place): ConfiguredHandler {
  const inside = (key: string): Place => ({ ...place, path: `${place.path}.${key}` });
  const what = parseWhat(fields, place, inside);
  const { statusMessage } = fields;
  const limit = fields["additionalContextLimit"] ?? DEFAULT_CONTEXT_TOKENS;
  if (typeof limit !== "number" || !Number.isSafeInteger(limit) || limit < 0) {
    throw wrong(inside("additionalContextLimit"), "a whole number of tokens, or 0 for no limit", limit);
  }
  const async = asBoolean(fields["async"], inside("async")) ?? false;
  const failClosed = asBoolean(fields["failClosed"], inside("failClosed"));
  if (async && failClosed === true) {
    throw wrong(
      inside("failClosed"),
      "it only on a handler that is waited for, and this one is asynchronous",
      undefined,
    );
  }
  return {
    ...around,
    what,
    timeoutMs: timeoutMs(fields["timeout"] ?? DEFAULT_TIMEOUT_SECONDS, inside("timeout")),
    async,
    ...(typeof statusMessage === "string" ? { statusMessage } : {}),
    additionalContextLimit: limit,
    failClosed: failClosed ?? (around.failClosed && !async),
  };
}

function parseWhat(fields: Fields, place: Place, inside: (key: string) => Place): CommandHandler | McpToolHandler {
  const { type } = fields;
  if (type === "command") {
    warnAboutOthers(fields, [...COMMON_KEYS, "command", "commandWindows", "args"], place);
    const { commandWindows, args } = fields;
    return {
      type,
      command: filled(fields["command"], inside("command")),
      ...(commandWindows === undefined ? {} : { commandWindows: filled(commandWindows, inside("commandWindows")) }),
      ...(args === undefined
        ? {}
        : { args: asArray(args, inside("args")).map((arg) => asString(arg, inside("args"))) }),
    };
  }
  if (type === "mcp_tool") {
    warnAboutOthers(fields, [...COMMON_KEYS, "server", "tool", "input"], place);
    return {
      type,
      server: filled(fields["server"], inside("server")),
      tool: filled(fields["tool"], inside("tool")),
      input: asObject(fields["input"] ?? {}, inside("input")),
    };
  }
  throw wrong(
    inside("type"),
    '"command" or "mcp_tool" (hooks that ask a model or a web server are not supported)',
    type,
  );
}

function filled(value: unknown, place: Place): string {
  const text = asString(value, place);
  if (text.trim() === "") throw wrong(place, "a string that is not empty", value);
  return text;
}

function timeoutMs(seconds: unknown, place: Place): number {
  if (typeof seconds !== "number" || !(seconds >= 0)) throw wrong(place, "a number of seconds", seconds);
  return Math.min(Math.max(seconds, 1) * 1000, MAX_TIMEOUT_MS);
}
