import fc from "fast-check";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { OutputStore, readOutput } from "../../../host/outputs/output-store.ts";

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "isocell-outputs-"));
  folders.push(made);
  return made;
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true });
});

/** Everything a store has under a handle, part by part. */
function readAll(store: OutputStore, handle: string, limit: number): string {
  let text = "";
  for (let offset: number | null = 0; offset !== null;) {
    const part = store.read(handle, offset, limit);
    if (part === null) throw new Error(`no part at ${offset}`);
    text += part.text;
    offset = part.nextOffset;
  }
  return text;
}

describe("An OutputStore", () => {
  test("gives back in parts exactly what it was given, never half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (text, limit) => {
        const store = new OutputStore();
        const handle = store.keep(text) ?? "";
        expect(readAll(store, handle, limit)).toBe(text.toWellFormed());
      }),
    );
  });

  test("drops the oldest when its budget is used up, and refuses what is larger than the whole", () => {
    const store = new OutputStore({ maxBytes: 100 });
    const [first, second] = [store.keep("a".repeat(60)) ?? "", store.keep("b".repeat(60)) ?? ""];
    expect(store.read(first)).toBeNull();
    expect(store.read(second)).toMatchObject({ totalBytes: 60, nextOffset: null });
    expect(store.keep("c".repeat(101))).toBeNull();
    expect(store.read(second)).not.toBeNull();
  });

  test("in a folder is read by others, and keeps to its budget across processes", () => {
    const place = folder();
    const handle = new OutputStore({ folder: place }).keep("hello wörld") ?? "";
    expect(readOutput(place, handle, 6)).toEqual({ text: "wörld", offset: 6, nextOffset: null, totalBytes: 12 });
    const next = new OutputStore({ folder: place, maxBytes: 20 });
    expect(next.read(handle)?.text).toBe("hello wörld");
    next.keep("x".repeat(15));
    expect(readdirSync(place)).toHaveLength(1);
    expect(readOutput(place, handle)).toBeNull();
  });

  test("takes no path for a handle", () => {
    const place = folder();
    expect(readOutput(place, "../../etc/passwd")).toBeNull();
    expect(new OutputStore({ folder: place }).read("../../etc/passwd")).toBeNull();
  });
});
