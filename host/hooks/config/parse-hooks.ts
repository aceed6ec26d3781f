import { basename } from "node:path";
import { IsocellError } from "../../../protocol/index.ts";
import { jsonProblem } from "../handlers/json-value.ts";
import type { ConfiguredHandler, LoadedHooks } from "../sources.ts";
import { asArray, asBoolean, asObject, asString, warnAboutOthers, wrong } from "./check-shape.ts";
import type { Place } from "./check-shape.ts";
import { parseHandler } from "./parse-handler.ts";

const TOP_KEYS = ["description", "hooks", "failClosed"];
const GROUP_KEYS = ["matcher", "hooks"];
const EVENTS = { PreToolUse: "before", PostToolUse: "after" } as const;

/** Where a configuration comes from. */
export interface ParseOptions {
  /** Absolute path, for errors. */
  readonly file?: string;
  /** For all handlers where the configuration does not say it. */
  readonly failClosed?: boolean;
}

/**
 * Checks the content of a `hooks.json`. Events that no call of a tool fires are not looked at.
 *
 * @throws {IsocellError} `invalid_config` with the file, the place in it, and what was expected there.
 */
export function parseHooks(config: unknown, options: ParseOptions = {}): LoadedHooks {
  const { file } = options;
  const warnings: string[] = [];
  const warn = (text: string): number => warnings.push(file === undefined ? text : `${file}: ${text}`);
  const at = (path: string): Place => ({ file, path, warn });
  const top = asObject(config, at("the whole configuration"));
  const extra = Object.keys(top).find((key) => !TOP_KEYS.includes(key));
  if (extra !== undefined) throw unknownKey(file, extra);
  if (top["description"] !== undefined) asString(top["description"], at("description"));
  const failClosed = asBoolean(top["failClosed"], at("failClosed")) ?? options.failClosed ?? false;
  const handlers: ConfiguredHandler[] = [];
  const source = file === undefined ? "" : `${basename(file)} `;
  for (const [name, groups] of Object.entries(asObject(top["hooks"] ?? {}, at("hooks")))) {
    if (!Object.hasOwn(EVENTS, name)) continue;
    const event = EVENTS[name as keyof typeof EVENTS];
    const problem = jsonProblem(groups);
    if (problem !== null) throw wrong(at(`hooks.${name}`), `a JSON value, but ${problem}`, undefined);
    asArray(groups, at(`hooks.${name}`)).forEach((value, index) => {
      const path = `hooks.${name}[${index}]`;
      const group = asObject(value, at(path));
      warnAboutOthers(group, GROUP_KEYS, at(path));
      const matcher = asString(group["matcher"] ?? "", at(`${path}.matcher`));
      asArray(group["hooks"], at(`${path}.hooks`)).forEach((handler, position) => {
        const label = `${source}${name}[${index}].hooks[${position}]`;
        const place = at(`${path}.hooks[${position}]`);
        handlers.push(parseHandler(asObject(handler, place), { event, label, matcher, failClosed }, place));
      });
    });
  }
  return { ...(file === undefined ? {} : { file }), handlers, warnings };
}

function unknownKey(file: string | undefined, key: string): IsocellError {
  const where = file === undefined ? key : `${file}: ${key}`;
  return new IsocellError("invalid_config", `${where}: unknown key; known are ${TOP_KEYS.join(", ")}.`, {
    data: { file: file ?? null, path: key },
  });
}
