import { isUtf8 } from "node:buffer";
import type { CallContext, ToolExecutor } from "../../../contract/executor.ts";
import { shown } from "../file-problem.ts";
import { fileTool, objectSchema } from "../file-tool.ts";
import type { FileToolSettings } from "../options.ts";
import type { Slots } from "../slots.ts";
import { countLines, readLines } from "./read-lines.ts";
import type { Lines } from "./read-lines.ts";
import { NotText, openText } from "./text-source.ts";
import type { TextSource } from "./text-source.ts";

interface Input {
  readonly path: string;
  readonly offset?: number;
  readonly max_lines?: number;
  readonly line_numbers?: boolean;
}

interface FilePart {
  readonly path: string;
  readonly text: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly total_lines?: number;
  readonly truncated: boolean;
  readonly next_offset?: number;
  readonly cut_line?: number;
  readonly encoding?: string;
  readonly invalid_utf8?: true;
}

/** The tool that reads a file of text. */
export function readFileTool(settings: FileToolSettings, slots: Slots): ToolExecutor {
  return fileTool<Input, FilePart>(
    {
      name: "read_file",
      description:
        "Reads a text file, or a part of it by lines. Long files come in parts: `truncated` says that lines follow, " +
        "`next_offset` where to go on. Binary files are refused with their type.",
      properties: {
        path: { type: "string", description: "File to read, absolute or from the working directory." },
        offset: {
          type: "integer",
          description:
            "First line, from 1. A negative number counts from the end: -20 for the last 20 lines. Default 1.",
        },
        max_lines: { type: "integer", minimum: 1, description: "Most lines to read. Default: as many as fit." },
        line_numbers: { type: "boolean", description: "Puts its number and a tab before each line. Default false." },
      },
      required: ["path"],
      outputSchema: objectSchema(
        {
          path: { type: "string" },
          text: { type: "string", description: "The lines with their line ends." },
          start_line: { type: "integer" },
          end_line: { type: "integer", description: "Last line of the text; before start_line where there is none." },
          total_lines: { type: "integer", description: "Only where the end of the file was reached." },
          truncated: { type: "boolean", description: "Whether lines follow, or a line was cut." },
          next_offset: { type: "integer", description: "Offset to go on with, where lines follow." },
          cut_line: { type: "integer", description: "The line that was too long and lost its end." },
          encoding: { type: "string", description: "Where it is not UTF-8." },
          invalid_utf8: { type: "boolean", description: "Bytes that are no UTF-8 stand as U+FFFD." },
        },
        ["total_lines", "next_offset", "cut_line", "encoding", "invalid_utf8"],
      ),
      run: (input, context) => read(input, context, settings),
      show,
      pathOf: ({ path }) => path,
    },
    slots,
  );
}

async function read(input: Input, context: CallContext, settings: FileToolSettings): Promise<FilePart> {
  const { signal, source: caller } = context;
  const { path, offset = 1, max_lines: maxLines = Infinity } = input;
  if (offset === 0) throw new Error("`offset` counts lines from 1, or from -1 at the end");
  const source = await openText(path, settings.roots).catch((error: unknown) => {
    throw error instanceof NotText ? new Error(`${shown(path)} ${error.message}`) : error;
  });
  try {
    const first = offset > 0 ? offset : Math.max(1, (await countLines(source.chunks(signal))) + offset + 1);
    const maxBytes = caller.kind === "direct" ? settings.maxDirectReadBytes : settings.maxReadBytes;
    const lines = await readLines(source.chunks(signal), { first, maxLines, maxBytes });
    if (lines.count === 0 && first > 1) {
      throw new Error(`${shown(path)} has only ${lines.total} lines; \`offset\` ${first} is behind its end`);
    }
    return partOf(input, first, lines, source);
  } finally {
    await source.close();
  }
}

function partOf(input: Input, first: number, lines: Lines, source: TextSource): FilePart {
  const end = first + lines.count - 1;
  const text = lines.bytes.toString("utf8");
  return {
    path: input.path,
    text: input.line_numbers === true ? numbered(text, first) : text,
    start_line: first,
    end_line: end,
    ...(lines.total === null ? {} : { total_lines: lines.total }),
    truncated: lines.more || lines.cut,
    ...(lines.more ? { next_offset: end + 1 } : {}),
    ...(lines.cut ? { cut_line: first } : {}),
    ...(source.encoding === "utf-8" ? {} : { encoding: source.encoding }),
    ...(isUtf8(lines.bytes) ? {} : { invalid_utf8: true }),
  };
}

function numbered(text: string, first: number): string {
  let line = first;
  return text.replace(/[^\n]*(?:\n|$)/gu, (found) => (found === "" ? "" : `${line++}\t${found}`));
}

function show(part: FilePart): string {
  const notes: string[] = [];
  const { start_line: start, end_line: end, total_lines: total } = part;
  if (end < start) notes.push("The file is empty.");
  else if (part.truncated || start > 1)
    notes.push(`Lines ${start} to ${end}${total === undefined ? "" : ` of ${total}`}.`);
  if (part.cut_line !== undefined) notes.push(`Line ${part.cut_line} is too long and was cut.`);
  if (part.next_offset !== undefined) notes.push(`Go on with offset ${part.next_offset}.`);
  if (part.invalid_utf8 === true) notes.push("Bytes that are no UTF-8 stand as \uFFFD.");
  if (notes.length === 0) return part.text;
  return `${part.text}${part.text === "" || part.text.endsWith("\n") ? "" : "\n"}[${notes.join(" ")}]`;
}
