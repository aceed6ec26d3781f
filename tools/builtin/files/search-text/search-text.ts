import { basename, dirname } from "node:path";
import type { CallContext, ToolExecutor } from "../../../contract/executor.ts";
import { shown } from "../file-problem.ts";
import { fileTool, objectSchema } from "../file-tool.ts";
import { filtered } from "../find-files/find-files.ts";
import type { FileToolSettings } from "../options.ts";
import { PAGE_RESULT, pageProperties } from "../page.ts";
import type { PageInput } from "../page.ts";
import type { Slots } from "../slots.ts";
import { GlobFilter } from "../walk/glob-filter.ts";
import { LEFT_OUT_SCHEMA } from "../walk/left-out.ts";
import type { LeftOut } from "../walk/walk.ts";
import { createQuery } from "./query.ts";
import type { CaseMode } from "./query.ts";
import { searchFiles } from "./search-files.ts";
import type { FileMatch } from "./search-files.ts";
import { showSearch } from "./show-search.ts";

const DEFAULT_LIMIT = 100;
const MAX_CONTEXT = 20;

interface Input extends PageInput {
  readonly query: string;
  readonly path?: string;
  readonly globs?: readonly string[];
  readonly regex?: boolean;
  readonly case?: CaseMode;
  readonly context?: number;
  readonly include_ignored?: boolean;
  readonly hidden?: boolean;
}

export interface SearchResult {
  readonly path: string;
  readonly matches: readonly FileMatch[];
  readonly truncated: boolean;
  readonly next_offset?: number;
  readonly left_out?: LeftOut;
}

const LINES = { type: "array", items: { type: "string" } } as const;

const MATCH_SCHEMA = objectSchema(
  {
    path: { type: "string" },
    line: { type: "integer", description: "From 1." },
    column: { type: "integer", description: "Where the first match begins in the line, from 1." },
    text: { type: "string", description: "The line; of a long one, a part around the first match." },
    ranges: {
      type: "array",
      items: { type: "array", items: { type: "integer" }, minItems: 2, maxItems: 2 },
      description: "Where the matches are in `text`, for text.slice(from, to).",
    },
    cut: { type: "boolean", description: "Set where `text` is only a part of the line." },
    before: LINES,
    after: LINES,
  },
  ["cut", "before", "after"],
);

/** The tool that searches in files. */
export function searchTextTool(settings: FileToolSettings, slots: Slots): ToolExecutor {
  return fileTool<Input, SearchResult>(
    {
      name: "search_text",
      description:
        "Searches files line by line for a text or, with `regex`, a pattern, sorted by path. Patterns know . [] () | * + ? {n,m} " +
        "^ $ \\d \\w \\s \\b (of ASCII), but no look-around and no references to groups. Binary, ignored and hidden files are " +
        "passed over.",
      properties: {
        query: { type: "string", description: "What to look for, within a line." },
        path: { type: "string", description: "Folder or file to search. Default: the working directory." },
        globs: { ...LINES, description: "Files to search, as for find_files: `*.ts`, `!*.test.ts`." },
        regex: { type: "boolean", description: "Takes the query as a regular expression. Default false." },
        case: {
          type: "string",
          enum: ["sensitive", "insensitive", "smart"],
          description: "smart: case counts only where the query has a capital. Default sensitive.",
        },
        context: {
          type: "integer",
          minimum: 0,
          maximum: MAX_CONTEXT,
          description: "Lines to show before and after each match. Default 0.",
        },
        include_ignored: { type: "boolean", description: "Searches ignored files, too. Default false." },
        hidden: { type: "boolean", description: "Searches names that begin with a dot, too. Default false." },
        ...pageProperties(settings.maxResults, DEFAULT_LIMIT),
      },
      required: ["query"],
      outputSchema: objectSchema(
        {
          path: { type: "string" },
          matches: { type: "array", items: MATCH_SCHEMA },
          ...PAGE_RESULT,
          left_out: LEFT_OUT_SCHEMA,
        },
        ["next_offset", "left_out"],
      ),
      run: (input, context) => search(input, context, settings),
      show: showSearch,
      pathOf: ({ path = "." }) => path,
    },
    slots,
  );
}

async function search(input: Input, { signal }: CallContext, settings: FileToolSettings): Promise<SearchResult> {
  const { path = ".", offset = 0, limit = Math.min(DEFAULT_LIMIT, settings.maxResults), context = 0 } = input;
  const { roots, ripgrep } = settings;
  const query = createQuery(input.query, input.regex ?? false, input.case ?? "sensitive");
  const filter = new GlobFilter(input.globs ?? []);
  const leftOut: LeftOut = { ignored: 0, hidden: 0, unreadable: 0 };
  const { include_ignored: includeIgnored = false, hidden = false } = input;
  const where = await startOf(path, settings);
  const walkOptions = { includeIgnored, hidden, signal, leftOut };
  const files =
    where.file === null ? pathsOf(filtered(where.folder, roots, filter, "file", walkOptions)) : only(where.file);
  const found = await searchFiles(where.folder, files, roots, query, {
    // One more tells whether any follow.
    max: offset + limit + 1,
    context,
    ripgrep,
    signal,
    onUnreadable: () => leftOut.unreadable++,
  });
  const truncated = found.length > offset + limit;
  const matches = found.slice(offset, offset + limit);
  return {
    path,
    matches: where.file === null ? matches : matches.map((match) => ({ ...match, path })),
    truncated,
    // How far the walk was when there were enough matches says nothing.
    ...(truncated ? { next_offset: offset + limit } : { left_out: leftOut }),
  };
}

/** Where the search goes: a folder, or one file in it. */
async function startOf(
  path: string,
  { roots }: FileToolSettings,
): Promise<{ readonly folder: string; readonly file: string | null }> {
  const { file, path: real, stats } = await roots.openFile(path);
  await file.close();
  if (stats.isDirectory()) return { folder: real, file: null };
  if (!stats.isFile()) throw new Error(`${shown(path)} is neither a file nor a folder`);
  return { folder: dirname(real), file: basename(real) };
}

async function* only(path: string): AsyncGenerator<string, void> {
  yield path;
}

async function* pathsOf(entries: AsyncIterable<{ readonly path: string }>): AsyncGenerator<string, void> {
  for await (const { path } of entries) yield path;
}
