import { optional, struct, text, whole } from "../../../arguments/readers.ts";
import type { Reader } from "../../../arguments/readers.ts";
import type { JsonSchema } from "../../../contract/spec.ts";

/** Arguments of `write_stdin`, as they come. */
export interface StdinArguments {
  readonly session_id: number;
  readonly chars?: string;
  readonly yield_time_ms?: number;
  readonly max_output_tokens?: number;
}

/** What the JSON text of a direct call is read by. */
export const STDIN_READER: Reader<StdinArguments> = struct("WriteStdinArgs", {
  session_id: whole("i32"),
  chars: optional(text),
  yield_time_ms: optional(whole("u64")),
  max_output_tokens: optional(whole("u64")),
});

const described = {
  chars: { type: "string", description: "Text to write; empty only reads. U+0003 interrupts." },
  max_output_tokens: {
    type: "number",
    description: "Most tokens of output to return; the middle is cut. Default 10000.",
  },
  session_id: { type: "number", description: "The session that `exec_command` answered with." },
  yield_time_ms: {
    type: "number",
    description:
      "How long to wait before answering with what there is. After a write 250 to 30000, default 250; when only reading 5000 to 300000.",
  },
} as const;

/** What a model is shown. */
export const STDIN_INPUT_SCHEMA: JsonSchema = {
  type: "object",
  properties: described,
  required: ["session_id"],
  additionalProperties: false,
};

const count = { type: "integer", minimum: 0 } as const;

/** What a script's argument is checked against. */
export const STDIN_ARGUMENTS_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    ...described,
    session_id: { type: "integer" },
    yield_time_ms: count,
    max_output_tokens: count,
  },
  required: ["session_id"],
};
