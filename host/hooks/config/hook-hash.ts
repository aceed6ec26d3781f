import { createHash } from "node:crypto";
import type { ConfiguredHandler } from "../sources.ts";

/**
 * Names a handler by everything that decides when and what it runs, so that trust in it ends when any of that changes.
 * Where it stands in its file does not matter.
 */
export function hookHash({ event, matcher = "", what, timeoutMs, async }: ConfiguredHandler): string {
  const parts =
    what.type === "command"
      ? [what.type, what.command, what.args ?? null, what.commandWindows ?? null]
      : [what.type, what.server, what.tool, what.input];
  const identity = JSON.stringify([event, matcher, timeoutMs, async, ...parts]);
  return `sha256:${createHash("sha256").update(identity).digest("hex")}`;
}
