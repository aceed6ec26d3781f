import { isJsonObject, own } from "../../../tools/index.ts";
import { MAX_LINE_BYTES } from "../../trace/format.ts";
import { readLines } from "../../trace/line-reader.ts";
import { visible } from "../../events/visible.ts";
import { parseJson } from "../matchers/json-value.ts";
import type { Reading } from "./trajectory.ts";

/** Lines that are looked at; the rest is counted. */
const MAX_LINES = 100_000;
const NAMED_PROBLEMS = 20;
const NAMED_TYPES = 50;

type Json = Readonly<Record<string, unknown>>;

/** An event of a file: an object with a type. */
export interface FileEvent {
  readonly number: number;
  readonly type: string;
  readonly body: Json;
}

/** Keeps account of what could not be read. */
export class Account {
  #lines = 0;
  #skipped = 0;
  readonly #problems: { readonly number: number; readonly problem: string }[] = [];
  readonly #unknown: Map<string, number> = new Map();

  line(): void {
    this.#lines += 1;
  }

  skip(number: number, problem: string): void {
    this.#skipped += 1;
    if (this.#problems.length < NAMED_PROBLEMS) this.#problems.push({ number, problem });
  }

  /** Counts an event that nothing is known about. */
  unknown(type: string): void {
    const shown = visible(type, 60);
    const key = this.#unknown.has(shown) || this.#unknown.size < NAMED_TYPES ? shown : "others";
    this.#unknown.set(key, (this.#unknown.get(key) ?? 0) + 1);
  }

  get lines(): number {
    return this.#lines;
  }

  reading(): Reading {
    return {
      lines: this.#lines,
      skipped: this.#skipped,
      problems: this.#problems,
      unknown: Object.fromEntries(this.#unknown),
    };
  }
}

/** The events of a JSONL file, in order. Lines that hold none are skipped, counted and told. */
export async function* readEvents(
  chunks: AsyncIterable<Buffer>,
  account: Account,
): AsyncGenerator<FileEvent, void, undefined> {
  for await (const { number, text, bytes, ended } of readLines(chunks)) {
    if (text?.trim() === "") continue;
    account.line();
    if (account.lines > MAX_LINES) {
      account.skip(number, `it comes after ${MAX_LINES} lines`);
      continue;
    }
    if (text === null) {
      account.skip(number, `it is ${bytes} bytes long, more than ${MAX_LINE_BYTES}`);
      continue;
    }
    const parsed = parseJson(text);
    if ("problem" in parsed) {
      account.skip(number, ended ? parsed.problem : "it is cut off: the file ends within it");
      continue;
    }
    const type = isJsonObject(parsed.value) ? own(parsed.value, "type") : undefined;
    if (!isJsonObject(parsed.value)) account.skip(number, "it is not a JSON object");
    else if (typeof type !== "string") account.skip(number, "it has no type");
    else yield { number, type, body: parsed.value };
  }
}

/** A text among an object's own fields. */
export function textIn(body: Json, key: string): string | undefined {
  const value = own(body, key);
  return typeof value === "string" ? value : undefined;
}

/** A number that is not negative. */
export function numberIn(body: Json, key: string): number | undefined {
  const value = own(body, key);
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** An object among an object's own fields. */
export function objectIn(body: Json, key: string): Json | undefined {
  const value = own(body, key);
  return isJsonObject(value) ? value : undefined;
}
