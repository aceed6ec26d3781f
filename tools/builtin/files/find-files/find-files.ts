import type { CallContext, ToolExecutor } from "../../../contract/executor.ts";
import { shown } from "../file-problem.ts";
import { fileTool, objectSchema } from "../file-tool.ts";
import type { FileToolSettings } from "../options.ts";
import { PAGE_RESULT, pageProperties, takePage } from "../page.ts";
import type { PageInput } from "../page.ts";
import type { Slots } from "../slots.ts";
import { GlobFilter } from "../walk/glob-filter.ts";
import { describeLeftOut, LEFT_OUT_SCHEMA, note } from "../walk/left-out.ts";
import { walk } from "../walk/walk.ts";
import type { LeftOut, WalkEntry, WalkOptions } from "../walk/walk.ts";
import type { AllowedRoots } from "../../paths/allowed-roots.ts";

const DEFAULT_LIMIT = 200;

interface Input extends PageInput {
  readonly pattern: string | readonly string[];
  readonly path?: string;
  readonly include_ignored?: boolean;
  readonly hidden?: boolean;
  readonly type?: "file" | "directory" | "symlink" | "any";
}

interface FoundFiles {
  readonly path: string;
  readonly paths: readonly string[];
  readonly truncated: boolean;
  readonly next_offset?: number;
  readonly left_out?: LeftOut;
}

/** The tool that finds files by their names. */
export function findFilesTool(settings: FileToolSettings, slots: Slots): ToolExecutor {
  return fileTool<Input, FoundFiles>(
    {
      name: "find_files",
      description:
        "Finds files by globs, sorted by path. `*` and `?` stay within a name, `**` spans folders, `[…]` and `{a,b}` choose. " +
        "A glob without `/` goes by the name anywhere below; `!` before a glob leaves its matches out. Ignored files " +
        "(.gitignore) and hidden ones are passed over, links are not followed.",
      properties: {
        pattern: {
          anyOf: [{ type: "string" }, { type: "array", items: { type: "string" }, minItems: 1 }],
          description: "A glob or several, like `*.ts`, `src/**/test-*.{ts,js}`.",
        },
        path: { type: "string", description: "Folder to start from. Default: the working directory." },
        type: { type: "string", enum: ["file", "directory", "symlink", "any"], description: "Default file." },
        include_ignored: { type: "boolean", description: "Finds ignored files, too. Default false." },
        hidden: { type: "boolean", description: "Finds names that begin with a dot, too. Default false." },
        ...pageProperties(settings.maxResults, DEFAULT_LIMIT),
      },
      required: ["pattern"],
      outputSchema: objectSchema(
        {
          path: { type: "string" },
          paths: { type: "array", items: { type: "string" }, description: "From that path." },
          ...PAGE_RESULT,
          left_out: LEFT_OUT_SCHEMA,
        },
        ["next_offset", "left_out"],
      ),
      run: (input, context) => find(input, context, settings),
      show,
      pathOf: ({ path = "." }) => path,
    },
    slots,
  );
}

async function find(input: Input, { signal }: CallContext, settings: FileToolSettings): Promise<FoundFiles> {
  const {
    pattern,
    path = ".",
    offset = 0,
    limit = Math.min(DEFAULT_LIMIT, settings.maxResults),
    type = "file",
  } = input;
  const filter = new GlobFilter(typeof pattern === "string" ? [pattern] : pattern);
  const leftOut: LeftOut = { ignored: 0, hidden: 0, unreadable: 0 };
  const { include_ignored: includeIgnored = false, hidden = false } = input;
  const entries = filtered(path, settings.roots, filter, type, { includeIgnored, hidden, signal, leftOut });
  const page = await takePage(entries, { limit, offset }, (entry) => entry.path);
  return {
    path,
    paths: page.items,
    truncated: page.truncated,
    ...(page.nextOffset === undefined ? { left_out: leftOut } : { next_offset: page.nextOffset }),
  };
}

/** The entries below a folder that a filter takes. */
export async function* filtered(
  path: string,
  roots: AllowedRoots,
  filter: GlobFilter,
  type: string,
  options: WalkOptions,
): AsyncGenerator<WalkEntry, void> {
  for await (const entry of walk(path, roots, { ...options, enter: (folder) => filter.mayEnter(folder) })) {
    if ((type === "any" || entry.type === type) && filter.takes(entry.path)) yield entry;
  }
}

function show({ paths, truncated, next_offset: next, left_out: leftOut }: FoundFiles): string {
  const lines = paths.length === 0 ? ["Nothing was found."] : paths.map(shown);
  const last = note(
    truncated ? `More follow; go on with offset ${next}.` : "",
    leftOut === undefined ? "" : describeLeftOut(leftOut),
  );
  return [...lines, ...(last === "" ? [] : [last])].join("\n");
}
