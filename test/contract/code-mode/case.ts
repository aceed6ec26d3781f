import { readFileSync } from "node:fs";

/** One item of content as the cases write it. */
export interface CaseItem {
  readonly type: "input_text" | "input_image" | "input_audio";
  readonly text?: string;
  readonly image_url?: string;
  readonly detail?: string;
  readonly audio_url?: string;
}

/** One answer as the cases write it. */
export interface CaseResponse {
  readonly kind: "Result" | "Yielded" | "Terminated";
  readonly content_items: readonly CaseItem[];
  readonly error_text: string | null;
}

/** A tool as the cases describe it. */
export interface CaseTool {
  readonly name: string;
  readonly does: "echo" | "object" | "const" | "fail" | "delay" | "hang";
  readonly kind?: "function" | "freeform";
  readonly namespace?: string;
  readonly tool_name?: string;
  readonly description?: string;
  readonly value?: unknown;
  readonly message?: string;
}

type CaseStep =
  | { readonly wait: number; readonly max_output_tokens?: number }
  | { readonly terminate: true }
  | { readonly sleep: number }
  | { readonly execute: string }
  | { readonly yield_now: number };

/** A case that runs scripts on a session. */
export interface HostCase {
  readonly id: string;
  readonly level: "host";
  readonly source: string;
  readonly note: string;
  readonly tools?: readonly CaseTool[];
  readonly before?: readonly (string | { readonly source: string })[];
  readonly then?: readonly CaseStep[];
  readonly yield_time_ms?: number;
  readonly max_output_tokens?: number;
  readonly session?: { readonly limits?: { readonly maxYieldTimeMs?: number }; readonly outputTruncation?: "server" };
  readonly expected: {
    readonly responses: readonly CaseResponse[];
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly name: string;
      readonly namespace?: string;
      readonly input: unknown;
    }[];
    readonly notifications?: readonly string[];
    readonly cancelled?: readonly string[];
    readonly host_closed?: unknown;
  };
}

/** A case that calls `exec` and `wait` as a model does. */
export interface ModelCase {
  readonly id: string;
  readonly level: "model";
  readonly note: string;
  readonly calls: readonly ({ readonly exec: string } | { readonly wait: Readonly<Record<string, unknown>> })[];
  readonly expected: { readonly outputs: readonly (readonly { readonly output: unknown; readonly name?: string }[])[] };
}

/** Why isocell answers a case differently, and on purpose. */
export interface Difference {
  readonly id: string;
  readonly reason: string;
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), "utf8"));
}

/** All cases of one level. */
export function readCases<L extends "host" | "model">(level: L): readonly (L extends "host" ? HostCase : ModelCase)[] {
  const { cases } = readJson("spec/code-mode-cases.json") as { cases: (HostCase | ModelCase)[] };
  return cases.filter((one) => one.level === level) as never;
}

/** Differences by case id. */
export function readDifferences(): ReadonlyMap<string, Difference> {
  const list = readJson("code-mode-differences.json") as Difference[];
  return new Map(list.map((difference) => [difference.id, difference]));
}
