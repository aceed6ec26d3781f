import type { Pragma } from "../../code-mode/pragma.ts";
import type { ExecSettings } from "../../code-mode/exec-input.ts";
import { readPragma } from "../../code-mode/pragma.ts";

/** A script as a client sends it. */
export interface ExecRequest {
  readonly source: string;
  readonly settings: ExecSettings;
}

const FIELDS = ["source", "yield_time_ms", "max_output_tokens"] as const;
const MAX_SHOWN = 40;

/** What a client is told that `exec` takes. */
export function execSchema(yieldTimeMs: number, maxOutputTokens: number): { readonly [keyword: string]: unknown } {
  return {
    type: "object",
    properties: {
      source: { type: "string", description: "The JavaScript program: plain source, no Markdown fence." },
      yield_time_ms: {
        type: "integer",
        minimum: 0,
        description: `Milliseconds after which a program that still runs is answered with a cell ID. Default ${yieldTimeMs}.`,
      },
      max_output_tokens: {
        type: "integer",
        minimum: 0,
        description: `Most tokens of output in this answer. Default ${maxOutputTokens}.`,
      },
    },
    required: ["source"],
    additionalProperties: false,
  };
}

/**
 * Reads the arguments of `exec`. An argument goes before the same field in the script's first line, and that before the
 * default. The problem is a text for the model. Arguments are whatever a client sent.
 */
export function readExecArguments(
  args: Readonly<Record<string, unknown>>,
  yieldTimeMs: number,
): ExecRequest | { readonly problem: string } {
  const unknown = Object.keys(args).find((key) => !FIELDS.some((field) => field === key));
  if (unknown !== undefined) {
    const name = unknown.length > MAX_SHOWN ? `${unknown.slice(0, MAX_SHOWN)}…` : unknown;
    return {
      problem: `exec has no argument ${JSON.stringify(name)}. Give the program as \`source\`; optional are \`yield_time_ms\` and \`max_output_tokens\`.`,
    };
  }
  const source = own(args, "source");
  if (typeof source !== "string") {
    return { problem: `exec needs \`source\`, the JavaScript program as a string; it was ${typeName(source)}.` };
  }
  const settings: { -readonly [Key in keyof Pragma]: Pragma[Key] } = {};
  for (const [argument, field] of [
    ["yield_time_ms", "yieldTimeMs"],
    ["max_output_tokens", "maxOutputTokens"],
  ] as const) {
    const value = own(args, argument);
    if (value === undefined || value === null) continue;
    if (!Number.isSafeInteger(value) || Number(value) < 0) {
      const got = typeof value === "number" ? String(value) : typeName(value);
      return { problem: `\`${argument}\` of exec must be a whole number of at least 0; it was ${got}.` };
    }
    settings[field] = Number(value);
  }
  // A problem of the first line is told by exec itself.
  const read = readPragma(source);
  const pragma = "problem" in read ? {} : read.pragma;
  return { source, settings: { yieldTimeMs, ...pragma, ...settings, concurrent: true } };
}

function own(args: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(args, key) ? args[key] : undefined;
}

function typeName(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `of type ${typeof value}`;
}
