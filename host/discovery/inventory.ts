import { compareBytewise, DEFAULT_NAMESPACE } from "../../tools/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";
import { byNamespace } from "./deferred.ts";

/** UTF-8 bytes that count as one token. */
const BYTES_PER_TOKEN = 4;

/** Names of tools, as many as fit. */
export interface Inventory {
  /** One line a namespace: `mail: send_mail, search_mail, +12 more`. */
  readonly text: string;
  /** Names in the text. */
  readonly listed: number;
  readonly total: number;
}

interface Line {
  readonly namespace: string;
  readonly names: readonly string[];
  listed: number;
}

/**
 * The names of tools by namespace within a budget of tokens. Every namespace gets a name in turn while there is
 * room, so that small namespaces are listed whole before large ones use up the rest. Namespaces and names are
 * sorted: the order in which servers answered changes nothing.
 */
export function inventory(executors: readonly ToolExecutor[], maxTokens: number): Inventory {
  let room = maxTokens * BYTES_PER_TOKEN;
  const all = [...byNamespace(executors)]
    .sort(([a], [b]) => compareBytewise(a, b))
    .map(([namespace, members]) => ({
      namespace: namespace === "" ? DEFAULT_NAMESPACE : namespace,
      names: members.map(({ name }) => oneLine(name)).sort(compareBytewise),
      listed: 0,
    }));
  // What each line costs when it lists nothing: the note on the rest is paid for before any name is.
  const costs = all.map(({ namespace, names }) => Buffer.byteLength(`${namespace}: ${more(names.length)}\n`));
  if (costs.reduce((sum, bytes) => sum + bytes, 0) > room) room -= Buffer.byteLength(moreNamespaces(all.length));
  const lines: Line[] = [];
  for (const [index, line] of all.entries()) {
    const bytes = costs[index] ?? 0;
    if (bytes > room) break;
    room -= bytes;
    lines.push(line);
  }
  listInTurn(lines, room);
  const hidden = all.length - lines.length;
  return {
    text:
      lines.length === 0 ? "" : [...lines.map(lineText), ...(hidden === 0 ? [] : [moreNamespaces(hidden)])].join("\n"),
    listed: lines.reduce((sum, { listed }) => sum + listed, 0),
    total: executors.length,
  };
}

/** One name a line and round. A line whose next name does not fit is done; one long name keeps no other from its turn. */
function listInTurn(lines: readonly Line[], maxBytes: number): void {
  let room = maxBytes;
  let open = lines;
  while (open.length > 0) {
    open = open.filter((line) => {
      const name = line.names[line.listed] ?? "";
      const isLast = line.listed === line.names.length - 1;
      // The last name takes the place of the note on the rest.
      const note = Buffer.byteLength(more(line.names.length));
      const bytes = isLast ? Buffer.byteLength(name) - note : Buffer.byteLength(`${name}, `);
      if (bytes > room) return false;
      room -= bytes;
      line.listed++;
      return !isLast;
    });
  }
}

function lineText({ namespace, names, listed }: Line): string {
  const rest = names.length - listed;
  return `${namespace}: ${[...names.slice(0, listed), ...(rest === 0 ? [] : [more(rest)])].join(", ")}`;
}

function more(count: number): string {
  return `+${count} more`;
}

function moreNamespaces(count: number): string {
  return `+${count} more namespace${count === 1 ? "" : "s"}`;
}

/** A name that breaks no line. */
function oneLine(name: string): string {
  return name.replace(/\s+/g, " ");
}
