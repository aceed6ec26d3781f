import { flag, list, oneOf, optional, struct, text, whole } from "../../../arguments/readers.ts";
import type { Reader } from "../../../arguments/readers.ts";
import type { FunctionToolSpec, JsonSchema } from "../../../contract/spec.ts";

/** Arguments of `exec_command`, as they come: whoever calls was told these names. */
export interface ExecArguments {
  readonly cmd: string;
  readonly workdir?: string;
  readonly shell?: string;
  readonly login?: boolean;
  readonly tty?: boolean;
  readonly yield_time_ms?: number;
  readonly max_output_tokens?: number;
  readonly sandbox_permissions?: "use_default" | "require_escalated";
  readonly justification?: string;
  /** Accepted, since models send it; approvals here are not remembered by prefix. */
  readonly prefix_rule?: readonly string[];
}

const PERMISSIONS = ["use_default", "require_escalated"] as const;

/** What the JSON text of a direct call is read by. */
export const EXEC_READER: Reader<ExecArguments> = struct("ExecCommandArgs", {
  cmd: text,
  workdir: optional(text),
  shell: optional(text),
  login: optional(flag),
  tty: optional(flag),
  yield_time_ms: optional(whole("u64")),
  max_output_tokens: optional(whole("u64")),
  sandbox_permissions: optional(oneOf(PERMISSIONS)),
  justification: optional(text),
  prefix_rule: optional(list(text)),
});

const described = {
  cmd: { type: "string", description: "The command line, given to the shell." },
  justification: {
    type: "string",
    description: "With `require_escalated` only: one question for the user, why this command has to run unconfined.",
  },
  login: { type: "boolean", description: "Whether the shell sees the login environment. Default true." },
  max_output_tokens: {
    type: "number",
    description: "Most tokens of output to return; the middle is cut. Default 10000.",
  },
  prefix_rule: {
    type: "array",
    items: { type: "string" },
    description: "With `require_escalated` only: the first words of commands like this one.",
  },
  sandbox_permissions: {
    type: "string",
    enum: PERMISSIONS,
    description: "`require_escalated` asks for this command to run without confinement. Default `use_default`.",
  },
  shell: { type: "string", description: "Path of the shell. Default: the user's." },
  tty: {
    type: "boolean",
    description: "Whether to run in a terminal, so that `write_stdin` can answer it. Default false: pipes, no input.",
  },
  workdir: { type: "string", description: "Folder to run in. Default: the working folder." },
  yield_time_ms: {
    type: "number",
    description: "How long to wait before answering with what there is, 250 to 30000. Default 10000.",
  },
} as const;

/** What a model is shown. */
export const EXEC_INPUT_SCHEMA: JsonSchema = {
  type: "object",
  properties: described,
  required: ["cmd"],
  additionalProperties: false,
};

const count = { type: "integer", minimum: 0 } as const;

/** What a script's argument is checked against: numbers have to be count, and names that mean nothing are ignored. */
export const EXEC_ARGUMENTS_SCHEMA: NonNullable<FunctionToolSpec["argumentsSchema"]> = {
  type: "object",
  properties: { ...described, yield_time_ms: count, max_output_tokens: count },
  required: ["cmd"],
};

/** What a script gets from both tools. */
export const EXEC_OUTPUT_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    chunk_id: { type: "string", description: "Names this piece of output." },
    wall_time_seconds: { type: "number", description: "How long the call waited." },
    exit_code: { type: "number", description: "Present once the command has ended; 128 and more: ended by a signal." },
    session_id: { type: "number", description: "Present while the command runs; for `write_stdin`." },
    original_token_count: { type: "number", description: "Tokens of the output before anything was cut." },
    output: { type: "string", description: "What the command wrote since it was last read." },
  },
  required: ["chunk_id", "wall_time_seconds", "original_token_count", "output"],
  additionalProperties: false,
};
