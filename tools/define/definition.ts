import type { CallContext, ToolExecutor } from "../contract/executor.ts";
import type { CustomToolSpec, Exposure, JsonSchema } from "../contract/spec.ts";
import type { StandardOutput, StandardSchema } from "../contract/standard-schema.ts";

/** Properties of an executor that a definition hands on as they are. */
export const HANDED_ON = [
  "annotations",
  "approval",
  "retry",
  "search",
  "hooks",
  "namespaceDescription",
  "maxOutputTokens",
  "onBadResult",
] as const;

/** What every tool definition has. `annotations` and what is after it mean what they mean on a {@link ToolExecutor}. */
export interface ToolDefinitionBase<Input> extends Pick<ToolExecutor, (typeof HANDED_ON)[number]> {
  /** Name within the namespace; any text, but two tools must not have the same name. */
  readonly name: string;
  /** Default: none. */
  readonly namespace?: string;
  /** What a model reads about the tool. Default: empty. */
  readonly description?: string;
  /** Where the tool can be seen. Default: `"direct"`. */
  readonly exposure?: Exposure;
  /**
   * Whether calls may run beside others that say so, too; a function decides by the input as it was given, before a
   * Standard Schema changes it. Default: false, a call runs alone.
   */
  readonly parallel?: boolean | ((input: unknown) => boolean);
  /** Milliseconds after which a call fails. Default: no limit. */
  readonly timeoutMs?: number;
  /** Runs the tool. Gives what JSON can hold; `undefined` becomes null. What it throws, a model or script reads. */
  readonly handler: (input: Input, context: CallContext) => unknown;
}

/** A tool that takes a JSON object, described by a JSON Schema. */
export interface FunctionToolDefinition<Input> extends ToolDefinitionBase<Input> {
  readonly kind?: "function";
  /** Default: any input. */
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema | StandardSchema;
}

/** A tool that takes a JSON object, described and validated by a Standard Schema; the handler gets what that makes of it. */
export interface StandardToolDefinition<S extends StandardSchema> extends ToolDefinitionBase<StandardOutput<S>> {
  readonly kind?: "function";
  readonly inputSchema: S;
  readonly outputSchema?: JsonSchema | StandardSchema;
}

/** A tool that takes one freeform text. */
export interface CustomToolDefinition extends ToolDefinitionBase<string> {
  readonly kind: "custom";
  /** What the text has to look like. Default: any text. */
  readonly grammar?: NonNullable<CustomToolSpec["grammar"]>;
}

/** Every form a definition can have, as {@link checkDefinition} finds it. */
export interface AnyToolDefinition extends ToolDefinitionBase<never> {
  readonly kind?: "function" | "custom";
  readonly inputSchema?: JsonSchema | StandardSchema;
  readonly outputSchema?: JsonSchema | StandardSchema;
  readonly grammar?: NonNullable<CustomToolSpec["grammar"]>;
}
