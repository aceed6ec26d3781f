import type { ToolExecutor } from "../../contract/executor.ts";
import { findFilesTool } from "./find-files/find-files.ts";
import { listDirTool } from "./list-dir/list-dir.ts";
import { settingsOf } from "./options.ts";
import type { FileToolOptions } from "./options.ts";
import { readFileTool } from "./read-file/read-file.ts";
import { searchTextTool } from "./search-text/search-text.ts";
import { Slots } from "./slots.ts";

/**
 * The tools that read files without a shell: `read_file`, `list_dir`, `find_files`, `search_text`. They change nothing, run beside
 * each other, and stay within the roots.
 * @throws {IsocellError} with the code `invalid_options`.
 */
export function createFileTools(options: FileToolOptions): readonly ToolExecutor[] {
  const settings = settingsOf(options);
  const slots = new Slots(settings.concurrentCalls);
  return [readFileTool, listDirTool, findFilesTool, searchTextTool].map((create) => create(settings, slots));
}
