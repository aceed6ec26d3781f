import type { CallContext, ToolExecutor } from "../../../contract/executor.ts";
import { shown } from "../file-problem.ts";
import { fileTool, objectSchema } from "../file-tool.ts";
import type { FileToolSettings } from "../options.ts";
import { PAGE_RESULT, pageProperties, takePage } from "../page.ts";
import type { PageInput } from "../page.ts";
import type { Slots } from "../slots.ts";
import { note } from "../walk/left-out.ts";
import { walk } from "../walk/walk.ts";
import type { LeftOut, WalkEntry } from "../walk/walk.ts";

const DEFAULT_LIMIT = 200;
const MAX_DEPTH = 20;

interface Input extends PageInput {
  readonly path?: string;
  readonly depth?: number;
}

interface ListedEntry {
  readonly path: string;
  readonly type: string;
  readonly size?: number;
  readonly mtime?: string;
  readonly target?: string;
}

interface Listing {
  readonly path: string;
  readonly entries: readonly ListedEntry[];
  readonly truncated: boolean;
  readonly next_offset?: number;
  readonly unreadable?: number;
}

/** The tool that shows what is in a folder. */
export function listDirTool(settings: FileToolSettings, slots: Slots): ToolExecutor {
  return fileTool<Input, Listing>(
    {
      name: "list_dir",
      description:
        "Lists a folder: every entry with its type, size and time of change, sorted by name, hidden and ignored ones too. " +
        "Links are shown with what they say, and not followed.",
      properties: {
        path: { type: "string", description: "Folder, absolute or from the working directory. Default: that." },
        depth: {
          type: "integer",
          minimum: 1,
          maximum: MAX_DEPTH,
          description: "Levels to show: 2 shows what is in its folders, too. Default 1.",
        },
        ...pageProperties(settings.maxResults, DEFAULT_LIMIT),
      },
      required: [],
      outputSchema: objectSchema(
        {
          path: { type: "string" },
          entries: {
            type: "array",
            items: objectSchema(
              {
                path: { type: "string", description: "From the listed folder." },
                type: { type: "string", enum: ["file", "directory", "symlink", "other"] },
                size: { type: "integer", description: "Bytes, for files." },
                mtime: { type: "string", description: "When it was last changed, as ISO 8601." },
                target: { type: "string", description: "What a link says." },
              },
              ["size", "mtime", "target"],
            ),
          },
          ...PAGE_RESULT,
          unreadable: { type: "integer", description: "Folders and names that could not be read." },
        },
        ["next_offset", "unreadable"],
      ),
      run: (input, context) => list(input, context, settings),
      show,
      pathOf: ({ path = "." }) => path,
    },
    slots,
  );
}

async function list(input: Input, { signal }: CallContext, settings: FileToolSettings): Promise<Listing> {
  const { path = ".", depth = 1, offset = 0, limit = Math.min(DEFAULT_LIMIT, settings.maxResults) } = input;
  const leftOut: LeftOut = { ignored: 0, hidden: 0, unreadable: 0 };
  const options = { includeIgnored: true, hidden: true, showGit: true, maxDepth: depth, signal, leftOut };
  const page = await takePage(walk(path, settings.roots, options), { limit, offset }, describe);
  return {
    path,
    entries: page.items,
    truncated: page.truncated,
    ...(page.nextOffset === undefined ? {} : { next_offset: page.nextOffset }),
    ...(leftOut.unreadable === 0 ? {} : { unreadable: leftOut.unreadable }),
  };
}

async function describe({ path, type, details }: WalkEntry): Promise<ListedEntry> {
  const known = await details();
  if (known === null) return { path, type };
  return {
    path,
    type,
    ...(type === "file" ? { size: known.size } : {}),
    mtime: known.mtime.toISOString(),
    ...(known.target === null ? {} : { target: known.target }),
  };
}

function show({ entries, truncated, next_offset: next, unreadable }: Listing): string {
  const lines = entries.map(({ path, type, size, mtime, target }) => {
    const mark = type === "directory" ? "/" : type === "symlink" ? ` -> ${shown(target ?? "?")}` : "";
    const facts = [type === "other" ? "special file" : "", size === undefined ? "" : `${size} bytes`, mtime ?? ""];
    return `${shown(path)}${mark}  ${facts.filter((fact) => fact !== "").join("  ")}`.trimEnd();
  });
  if (lines.length === 0) lines.push("The folder is empty.");
  const more = truncated ? `More entries follow; go on with offset ${next}.` : "";
  const last = note(more, unreadable === undefined ? "" : `${unreadable} could not be read.`);
  return [...lines, ...(last === "" ? [] : [last])].join("\n");
}
