import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";

const FOLDER = new URL("./prelude/", import.meta.url);

/** Name of the prelude in stack traces; frames that carry it are ours, not the script's. */
export const PRELUDE_FILE = "isocell:prelude";

/**
 * Reads the prelude's files and joins them, in the order of their names, inside one function. The value of the
 * resulting script is the prelude's `enter` function. Read once per worker.
 */
export function readPrelude(): string {
  const fromSource = import.meta.url.endsWith(".ts");
  const extension = fromSource ? ".ts" : ".js";
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith(extension) && !name.endsWith(".d.ts"))
    .sort();
  if (names.length === 0) throw new Error(`the prelude is missing: no ${extension} files beside the runtime`);
  const parts = names.map((name) => {
    const text = readFileSync(new URL(name, FOLDER), "utf8");
    return fromSource ? stripTypeScriptTypes(text) : text;
  });
  return `(function () {\n"use strict";\n${parts.join("\n")}\nreturn enter;\n})()`;
}
