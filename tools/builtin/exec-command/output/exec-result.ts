import { randomBytes } from "node:crypto";
import type { EarlierCall, ToolOutput, ToolResult } from "../../../contract/executor.ts";
import { cutMiddle, truncateMiddle } from "../../../truncation/cut-middle.ts";
import type { TextBudget } from "../../../truncation/cut-middle.ts";
import { BYTES_PER_TOKEN } from "../../../truncation/text-size.ts";
import type { Collected } from "./collector.ts";
import { omittedLine } from "./collector.ts";

/** How a command stands when its caller is answered. */
type Standing = { readonly exitCode: number } | { readonly sessionId: number };

/** What a script's promise resolves to. */
export interface ExecValue {
  readonly chunk_id: string;
  readonly wall_time_seconds: number;
  readonly exit_code?: number;
  readonly session_id?: number;
  /** Of everything the command wrote since it was last read. */
  readonly original_token_count: number;
  readonly output: string;
}

/** What an answer is made of. */
export interface ExecAnswer {
  readonly wallMs: number;
  readonly standing: Standing;
  readonly collected: Collected;
  /** Tokens the caller asked for; undefined for as many as it gets. */
  readonly maxOutputTokens: number | undefined;
  /** The call that started the command, where it is another one that sees its end. */
  readonly endOf?: EarlierCall | null;
}

const DEFAULT_OUTPUT_TOKENS = 10_000;

/**
 * A read of a command's output as models and scripts get it. A script gets the whole text, unless it named a budget; a
 * model gets at most `most`, however much it asked for.
 */
export function execResult(answer: ExecAnswer, most: TextBudget): ToolResult {
  const { wallMs, standing, collected, maxOutputTokens, endOf } = answer;
  const chunkId = randomBytes(3).toString("hex");
  const seconds = wallMs / 1000;
  const tokens = Math.ceil(collected.bytes / BYTES_PER_TOKEN);
  const cut = (budget: TextBudget): string => cutOutput(collected, budget);
  const value: ExecValue = {
    chunk_id: chunkId,
    wall_time_seconds: Math.round(seconds * 10_000) / 10_000,
    ...("exitCode" in standing ? { exit_code: standing.exitCode } : { session_id: standing.sessionId }),
    original_token_count: tokens,
    output: maxOutputTokens === undefined ? collected.text : cut({ maxTokens: maxOutputTokens }),
  };
  return {
    value,
    ...(endOf === undefined || endOf === null ? {} : { endOf }),
    // Made when somebody looks: a script's calls are many, and no model reads them.
    get output(): ToolOutput {
      const state =
        "exitCode" in standing
          ? `Process exited with code ${standing.exitCode}`
          : `Process running with session ID ${standing.sessionId}`;
      const head = [`Chunk ID: ${chunkId}`, `Wall time: ${seconds.toFixed(4)} seconds`, state];
      const shown = cut(smaller({ maxTokens: maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS }, most));
      const text = [...head, `Original token count: ${tokens}`, "Output:", shown].join("\n");
      const { text: whole, omittedBytes } = collected;
      const uncut = shown === whole ? {} : { uncut: { text: whole, omittedBytes } };
      return { content: [{ type: "text", text }], success: true, ...uncut };
    },
  };
}

function cutOutput({ text, bytes, omittedBytes }: Collected, budget: TextBudget): string {
  if (omittedBytes === 0) {
    return cutMiddle(text, budget) === text ? text : truncateMiddle(text, { ...budget, originalBytes: bytes });
  }
  return truncateMiddle(text, { ...budget, notice: omittedLine(omittedBytes), originalBytes: bytes });
}

function smaller(asked: TextBudget & { readonly maxTokens: number }, most: TextBudget): TextBudget {
  const mostBytes = "maxTokens" in most ? most.maxTokens * BYTES_PER_TOKEN : most.maxBytes;
  return asked.maxTokens * BYTES_PER_TOKEN <= mostBytes ? asked : most;
}
