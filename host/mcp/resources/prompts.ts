import type { ListKind } from "../client/list-pages.ts";

export const PROMPTS: ListKind = { method: "prompts/list", field: "prompts" };

/** A prompt that an MCP server offers. */
export interface PromptEntry {
  readonly server: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
}

/** A value to fill into a prompt. */
export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** A prompt that was filled in. */
export interface Prompt {
  readonly description?: string;
  /** As the server sent them: a role and a content block of MCP each. */
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

type Raw = Readonly<Record<string, unknown>>;

/** What a server lists as a prompt, checked; nothing for what is none. */
export function readPromptEntry(entry: Raw & { readonly server: string }): PromptEntry[] {
  const { server, name, title, description } = entry;
  if (typeof name !== "string") return [];
  const values = Array.isArray(entry["arguments"]) ? { arguments: entry["arguments"].flatMap(readArgument) } : {};
  return [{ server, name, ...text("title", title), ...text("description", description), ...values }];
}

/** What a server answered as a prompt, checked. Throws an Error for what is none. */
export function readPrompt(answer: Raw): Prompt {
  const { description, messages } = answer;
  if (!Array.isArray(messages)) throw new Error("The server's answer has no array `messages`.");
  const read = messages.flatMap((message: unknown) => {
    if (!isRecord(message) || typeof message["role"] !== "string") return [];
    return [{ role: message["role"], content: message["content"] }];
  });
  return { ...text("description", description), messages: read };
}

function readArgument(value: unknown): PromptArgument[] {
  if (!isRecord(value) || typeof value["name"] !== "string") return [];
  const { name, description, required } = value;
  return [{ name, ...text("description", description), ...(typeof required === "boolean" ? { required } : {}) }];
}

function text<K extends string>(key: K, value: unknown): { readonly [key in K]?: string } {
  return (typeof value === "string" ? { [key]: value } : {}) as { readonly [key in K]?: string };
}

function isRecord(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
