// Events of `codex exec --json`, one a line: `thread.started`, `turn.started`, `turn.completed` with `usage`, `turn.failed`
// with `error.message`, `error` with `message`; `item.started`, `item.updated` and `item.completed` with an `item` that has
// an `id` and a `type`. Of items, `agent_message` has a `text`; `mcp_tool_call` has `server`, `tool`, `arguments`, `result`
// (`content`, `structured_content`), `error.message` and a `status`; `command_execution` has `command`,
// `aggregated_output`, `exit_code` and a `status`. Fields come and go between versions: what is missing stays unknown.
import { approximateTokens, own } from "../../../tools/index.ts";
import { CallList, callEnd } from "./call-list.ts";
import { Account, numberIn, objectIn, readEvents, textIn } from "./event-reader.ts";
import type { FileEvent } from "./event-reader.ts";
import { resultData } from "./result-data.ts";
import type { Trajectory, TrajectoryCall } from "./trajectory.ts";

/** Items that are neither calls nor answers, and are known to be that. */
const OTHER_ITEMS: ReadonlySet<string> = new Set(["reasoning", "todo_list", "file_change", "web_search", "error"]);

/** Reads what `codex exec --json` wrote. It tells no times and not how often the model was asked. */
export async function readCodex(chunks: AsyncIterable<Buffer>): Promise<Trajectory> {
  const account = new Account();
  const reader = new CodexReader(account);
  for await (const event of readEvents(chunks, account)) {
    const problem = reader.take(event);
    if (problem !== null) account.skip(event.number, problem);
  }
  return reader.trajectory();
}

class CodexReader {
  readonly #account: Account;
  readonly #calls: CallList = new CallList();
  #answer: string | null = null;
  #end: Trajectory["end"] = null;
  #usage: { inputTokens: number; outputTokens: number } | null = null;

  constructor(account: Account) {
    this.#account = account;
  }

  trajectory(): Trajectory {
    return {
      origin: "recorded",
      calls: this.#calls.calls(),
      answer: this.#answer,
      end: this.#end,
      usage: this.#usage,
      rounds: null,
      ms: null,
      reading: this.#account.reading(),
    };
  }

  /** What is wrong with the event; null when it was taken. */
  take({ type, body }: FileEvent): string | null {
    switch (type) {
      case "thread.started":
      case "turn.started":
      case "item.updated":
        return null;
      case "turn.completed": {
        const usage = objectIn(body, "usage");
        const [input, output] =
          usage === undefined ? [] : [numberIn(usage, "input_tokens"), numberIn(usage, "output_tokens")];
        if (input !== undefined && output !== undefined) {
          const { inputTokens, outputTokens } = this.#usage ?? { inputTokens: 0, outputTokens: 0 };
          this.#usage = { inputTokens: inputTokens + input, outputTokens: outputTokens + output };
        }
        this.#end = { reason: "answered" };
        return null;
      }
      case "turn.failed":
      case "error": {
        const error = type === "error" ? body : objectIn(body, "error");
        this.#end = { reason: "error", message: (error && textIn(error, "message")) ?? "no reason was given" };
        return null;
      }
      case "item.started":
      case "item.completed": {
        const item = objectIn(body, "item");
        return item === undefined ? "its item is missing" : this.#item(item, type === "item.completed");
      }
      default:
        this.#account.unknown(type);
        return null;
    }
  }

  #item(item: FileEvent["body"], completed: boolean): string | null {
    // Older versions called it so.
    const type = textIn(item, "type") ?? textIn(item, "item_type");
    switch (type) {
      case "agent_message":
      case "assistant_message":
        if (completed) this.#answer = textIn(item, "text") ?? this.#answer;
        return null;
      case "mcp_tool_call":
      case "command_execution":
        return this.#call(item, type === "mcp_tool_call" ? mcpCall(item) : command(item), completed);
      case undefined:
        return "its item has no type";
      default:
        if (!OTHER_ITEMS.has(type)) this.#account.unknown(`item ${type}`);
        return null;
    }
  }

  #call(item: FileEvent["body"], call: Omit<TrajectoryCall, "outcome"> | string, completed: boolean): string | null {
    if (typeof call === "string") return call;
    const { id } = call;
    const open = this.#calls.openCall(id) !== undefined;
    if (!open && !this.#calls.begin(call)) return "there are too many calls before it";
    if (!completed) return null;
    this.#calls.end(id, call.kind === "tool" ? mcpEnd(item) : commandEnd(item), call);
    return null;
  }
}

function mcpCall(item: FileEvent["body"]): Omit<TrajectoryCall, "outcome"> | string {
  const [id, tool] = [textIn(item, "id"), textIn(item, "tool")];
  if (id === undefined || tool === undefined) return "its item has no id or no tool";
  const server = textIn(item, "server") ?? "";
  const given = own(item, "arguments");
  return {
    id,
    kind: "tool",
    namespace: server === "" ? "" : `mcp__${server}`,
    name: tool,
    nested: false,
    ...(given === undefined ? {} : { arguments: given ?? {} }),
  };
}

function mcpEnd(item: FileEvent["body"]): Omit<TrajectoryCall, "id" | "kind" | "namespace" | "name" | "nested"> {
  const result = own(item, "result") ?? undefined;
  const data = result === undefined ? undefined : resultData(result);
  const error = objectIn(item, "error");
  if (error !== undefined || own(item, "status") === "failed" || data?.failed === true) {
    const message = (error && textIn(error, "message")) ?? data?.text ?? "no reason was given";
    return callEnd("failed", { error: message, tokens: data?.tokens ?? approximateTokens(message) });
  }
  return callEnd("ok", { result: data?.data, tokens: data?.tokens });
}

function command(item: FileEvent["body"]): Omit<TrajectoryCall, "outcome"> | string {
  const id = textIn(item, "id");
  if (id === undefined) return "its item has no id";
  const line = textIn(item, "command");
  const given = line === undefined ? {} : { arguments: { command: line } };
  return { id, kind: "command", namespace: "", name: "command_execution", nested: false, ...given };
}

function commandEnd(item: FileEvent["body"]): Omit<TrajectoryCall, "id" | "kind" | "namespace" | "name" | "nested"> {
  const output = textIn(item, "aggregated_output");
  const tokens = output === undefined ? undefined : approximateTokens(output);
  const exit = own(item, "exit_code");
  const failed =
    own(item, "status") === "failed" || own(item, "status") === "declined" || (typeof exit === "number" && exit !== 0);
  return failed ? callEnd("failed", { error: output ?? "", tokens }) : callEnd("ok", { result: output, tokens });
}
