import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";

const FOLDER = new URL("./prelude/", import.meta.url);
const FROM_SOURCE: boolean = import.meta.url.endsWith(".ts");
const EXTENSION = FROM_SOURCE ? ".ts" : ".js";

/** Folders that every context needs at once, in order. */
const CORE_FOLDERS = ["core", "helpers"];
/** Folder of globals that most scripts never touch. */
const WEB_FOLDER = "web";

/** Name of the prelude in stack traces; frames that carry it are ours, not the script's. */
export const PRELUDE_FILE = "isocell:prelude";

/** The prelude as text. */
export interface PreludeSource {
  /** Script whose value is the prelude's `enter` function. */
  readonly core: string;
  /** Body of a function of one parameter `scope`, run when a script first touches one of the web globals. */
  readonly web: string;
  /** Names of those globals. */
  readonly webNames: readonly string[];
}

/**
 * Reads the prelude's files and joins them, each part in the order of its files' paths. Read once per worker.
 *
 * Evaluating a prelude costs each cell as much as V8 itself does for a context, so the web globals, two thirds of it,
 * are left out until they are used. They see the core's top-level functions and constants as if they stood beside them.
 */
export function readPrelude(): PreludeSource {
  const core = CORE_FOLDERS.map(readFolder).join("\n");
  const web = readFolder(WEB_FOLDER);
  const names = [...core.matchAll(/^(?:const|function|class) ([A-Za-z_$][\w$]*)/gmu)].map(([, name]) => name ?? "");
  const shared = names.filter((name) => name !== "defineLazyGlobal").join(", ");
  const webNames = [...web.matchAll(/^defineLazyGlobal\("(\w+)"/gmu)].map(([, name]) => name ?? "");
  return {
    core: `(function () {
"use strict";
${core}
function webScope(defineLazyGlobal) { return { defineLazyGlobal, ${shared} }; }
defineWebGlobals(${JSON.stringify(webNames)}, webScope);
return enter;
})()`,
    web: `"use strict";\nconst { defineLazyGlobal, ${shared} } = scope;\n${web}`,
    webNames,
  };
}

function readFolder(folder: string): string {
  const names = readdirSync(new URL(`${folder}/`, FOLDER), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(EXTENSION) && !name.endsWith(".d.ts"))
    .sort();
  if (names.length === 0) throw new Error(`the prelude is missing: no ${EXTENSION} files in ${folder}`);
  return names
    .map((name) => {
      const text = readFileSync(new URL(`${folder}/${name}`, FOLDER), "utf8");
      return FROM_SOURCE ? stripTypeScriptTypes(text) : text;
    })
    .join("\n");
}
