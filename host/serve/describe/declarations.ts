import {
  approximateTokens,
  compareBytewise,
  declarationOf,
  MCP_TYPES_PREAMBLE,
  usesMcpTypes,
} from "../../../tools/index.ts";
import type { ToolExecutor } from "../../../tools/index.ts";
import { byNamespace, describeNamespace } from "../../discovery/deferred.ts";

/** A tool and its name on `tools` in a script. */
export interface NamedTool {
  readonly identifier: string;
  readonly executor: ToolExecutor;
}

/** Declarations of as many tools as a budget allows. */
export interface Declarations {
  /** Empty where nothing is declared. */
  readonly text: string;
  /** Tools that are not declared, in their order. */
  readonly missing: readonly NamedTool[];
}

const PREFIX = "declare const tools: { ";
const SUFFIX = " };";
/** What is said of a tool or namespace where not all is said of all, in characters. */
const MAX_SHORT = 300;

interface Group {
  readonly namespace: string;
  readonly about: string;
  readonly waiting: NamedTool[];
  readonly members: string[];
  /** Whether a member uses the types of the protocol. */
  usesTypes: boolean;
}

/**
 * Declares tools in TypeScript within a budget of tokens. Where not all fit, descriptions are shortened, and namespaces
 * take turns: each declares one tool a round, so that a large one does not push out the small ones.
 */
export function declareWithin(tools: readonly NamedTool[], maxTokens: number): Declarations {
  const all = renderGroups(grouped(tools).map(takeAll));
  if (approximateTokens(all) <= maxTokens) return { text: all, missing: [] };
  const groups = grouped(tools);
  const declared = new Set<NamedTool>();
  let left = maxTokens;
  let needsTypes = true;
  for (let open: readonly Group[] = groups; open.length > 0; open = open.filter(({ waiting }) => waiting.length > 0)) {
    for (const group of open) {
      const tool = group.waiting.shift();
      if (tool === undefined) continue;
      const member = memberText(tool, true);
      const types = needsTypes && usesMcpTypes(tool.executor.spec);
      const heading = group.members.length === 0 ? headingText(group) : "";
      const tokens = approximateTokens(`${types ? MCP_TYPES_PREAMBLE : ""}${heading}${member}`) + 1;
      if (tokens > left) continue;
      left -= tokens;
      if (types) needsTypes = false;
      group.usesTypes ||= usesMcpTypes(tool.executor.spec);
      group.members.push(member);
      declared.add(tool);
    }
  }
  return {
    text: renderGroups(groups.filter(({ members }) => members.length > 0)),
    missing: tools.filter((tool) => !declared.has(tool)),
  };
}

/** The declaration of one tool as a member of `tools`, with its description as a comment. */
export function memberText({ executor, identifier }: NamedTool, short: boolean): string {
  const declaration = declarationOf(executor.spec, identifier);
  const member = declaration.slice(PREFIX.length, -SUFFIX.length);
  return `${commentText(executor.spec.description, short)}${member}\n`;
}

function grouped(tools: readonly NamedTool[]): Group[] {
  const named = new Map(tools.map((tool) => [tool.executor, tool]));
  return [...byNamespace(tools.map(({ executor }) => executor))]
    .sort(([a], [b]) => compareBytewise(a, b))
    .map(([namespace, members]) => {
      const described = members.some(({ namespaceDescription = "" }) => namespaceDescription.trim() !== "");
      return {
        namespace,
        // Instructions of a server may be as long as a book.
        about: described ? shortened(oneLine(describeNamespace(namespace, members))) : "",
        waiting: members.flatMap((member) => named.get(member) ?? []),
        members: [],
        usesTypes: false,
      };
    });
}

function takeAll(group: Group): Group {
  return {
    ...group,
    members: group.waiting.map((tool) => memberText(tool, false)),
    usesTypes: group.waiting.some(({ executor }) => usesMcpTypes(executor.spec)),
  };
}

function renderGroups(groups: readonly Group[]): string {
  const blocks = groups.map((group) => `${headingText(group)}\`\`\`ts\n${group.members.join("")}\`\`\``);
  const types = groups.some(({ usesTypes }) => usesTypes) ? [MCP_TYPES_PREAMBLE] : [];
  return [...types, ...blocks].join("\n\n");
}

function headingText({ namespace, about }: Group): string {
  return namespace === "" ? "" : `## ${namespace}\n${about === "" ? "" : `${about}\n`}`;
}

function commentText(description: string, short: boolean): string {
  const text = (short ? shortened(description) : description).trim();
  if (text === "") return "";
  // What a server wrote ends neither the comment nor the block.
  const safe = text.replaceAll("*/", "*\\/").replaceAll("```", "'''");
  return safe.includes("\n") ? `/**\n${safe}\n*/\n` : `/** ${safe} */\n`;
}

function shortened(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= MAX_SHORT ? trimmed : `${trimmed.slice(0, MAX_SHORT).trimEnd()}…`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").replaceAll("```", "'''").trim();
}
