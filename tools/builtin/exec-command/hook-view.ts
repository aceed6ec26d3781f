import type { HookView } from "../../contract/annotations.ts";
import { truncateMiddle } from "../../truncation/cut-middle.ts";

const SHOWN_TOKENS = 10_000;

/** Hooks see a command as they see one of any shell, and rewrite its text alone. */
export const COMMAND_HOOKS: HookView = {
  name: "Bash",
  input: (input) => {
    const command = member(input, "cmd");
    return typeof command === "string" ? { command } : undefined;
  },
  rewrite: (input, rewritten) => {
    const cmd = member(rewritten, "command");
    if (typeof cmd !== "string") throw new Error("hook returned updatedInput without string field `command`");
    return { ...(input as object), cmd };
  },
  response: (_input, value) => {
    // A command that still runs has no result yet.
    if (typeof member(value, "exit_code") !== "number") return undefined;
    const output = member(value, "output");
    return typeof output === "string" ? truncateMiddle(output, { maxTokens: SHOWN_TOKENS }) : undefined;
  },
};

/** Hooks are told of a command, not of every look at it. */
export const SESSION_HOOKS: HookView = { name: "write_stdin", input: () => undefined };

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
