import { IsocellError } from "../../../../protocol/index.ts";
import { normalizeToolSchema } from "../../../../tools/index.ts";
import type { JsonSchema } from "../../../../tools/index.ts";

const MAX_NAME_LENGTH = 128;
const MAX_NAMESPACE_LENGTH = 64;
const MAX_NAMESPACE_DESCRIPTION = 1024;
/** Levels of objects and lists; two for each level of properties. What reads schemas elsewhere calls itself for each. */
const MAX_SCHEMA_DEPTH = 256;
/** As much of a name as an error shows. */
const MAX_SHOWN = 128;
const NAME = /^[a-zA-Z0-9_-]+$/u;
const MCP_PREFIX = "mcp__";
/** Namespaces that model APIs or the host use themselves. */
const RESERVED_NAMESPACES: ReadonlySet<string> = new Set([
  "api_tool",
  "browser",
  "computer",
  "container",
  "file_search",
  "functions",
  "image_gen",
  "multi_tool_use",
  "python",
  "terminal",
  "tool_search",
  "web",
]);

/** One tool of a client, checked. */
export interface CheckedDefinition {
  /** Empty for none. */
  readonly namespace: string;
  readonly namespaceDescription: string;
  readonly name: string;
  readonly description: string;
  /** A copy of what the client gave. */
  readonly inputSchema: JsonSchema;
  readonly deferred: boolean;
}

type Json = { readonly [key: string]: unknown };

/** Checks definitions from outside. Throws as `dynamicTools` does. */
export function checkDefinitions(definitions: unknown): readonly CheckedDefinition[] {
  if (!Array.isArray(definitions)) throw refused("dynamicTools", "dynamic tools must be a list");
  const names = new Set<string>();
  const checked: CheckedDefinition[] = [];
  for (const [index, definition] of definitions.entries()) {
    const path = `dynamicTools[${index}]`;
    const entry = objectAt(definition, path);
    const type = entry["type"];
    if (type !== "function" && type !== "namespace") {
      throw refused(`${path}.type`, 'dynamic tool type must be "function" or "namespace"');
    }
    const name = type === "function" ? checkName(entry, path) : checkNamespace(entry, path);
    // A tool and a namespace may share a name; two of a kind may not.
    if (names.has(`${type} ${name}`)) {
      const what = type === "function" ? "name" : "namespace";
      throw refused(`${path}.name`, `duplicate dynamic tool ${what}: ${name}`);
    }
    names.add(`${type} ${name}`);
    if (type === "function") checked.push(checkTool(entry, path, { namespace: "", namespaceDescription: "" }));
    else checked.push(...checkMembers(entry, path, name));
  }
  return checked;
}

function checkMembers(entry: Json, path: string, namespace: string): readonly CheckedDefinition[] {
  const namespaceDescription = textAt(entry, "description", path);
  if (isLonger(namespaceDescription, MAX_NAMESPACE_DESCRIPTION)) {
    const problem = `dynamic tool namespace description must be at most ${MAX_NAMESPACE_DESCRIPTION} characters`;
    throw refused(`${path}.description`, problem);
  }
  const { tools } = entry;
  if (!Array.isArray(tools) || tools.length === 0) {
    throw refused(`${path}.tools`, `dynamic tool namespace must have at least one tool: ${namespace}`);
  }
  const names = new Set<string>();
  return tools.map((tool: unknown, index) => {
    const at = `${path}.tools[${index}]`;
    const member = objectAt(tool, at);
    if (member["type"] !== "function") throw refused(`${at}.type`, 'dynamic tool type must be "function"');
    const name = checkName(member, at);
    if (names.has(name)) throw refused(`${at}.name`, `duplicate dynamic tool name: ${namespace}.${name}`);
    names.add(name);
    return checkTool(member, at, { namespace, namespaceDescription });
  });
}

function checkTool(
  entry: Json,
  path: string,
  owner: { readonly namespace: string; readonly namespaceDescription: string },
): CheckedDefinition {
  const name = checkName(entry, path);
  const deferred = entry["deferLoading"] ?? false;
  if (typeof deferred !== "boolean") {
    throw refused(`${path}.deferLoading`, `dynamic tool deferLoading must be true or false: ${name}`);
  }
  if (deferred && owner.namespace === "") {
    throw refused(`${path}.deferLoading`, `deferred dynamic tool must include a namespace: ${name}`);
  }
  const description = textAt(entry, "description", path);
  return { ...owner, name, description, inputSchema: checkSchema(entry, path, name), deferred };
}

function checkSchema(entry: Json, path: string, name: string): JsonSchema {
  const problem = (reason: string): IsocellError =>
    refused(`${path}.inputSchema`, `dynamic tool input schema is not supported for ${name}: ${reason}`);
  const schema = entry["inputSchema"];
  const normalized = normalizeToolSchema(schema);
  if ("dropped" in normalized) throw problem(normalized.dropped);
  if (isDeeper(schema, MAX_SCHEMA_DEPTH)) throw problem(`it is nested deeper than ${MAX_SCHEMA_DEPTH} levels`);
  try {
    // What its owner changes later must change nothing here.
    return JSON.parse(JSON.stringify(schema)) as JsonSchema;
  } catch (error) {
    throw problem(error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "it cannot be written as JSON");
  }
}

/** Level by level, since what is asked about may be too deep for a function that calls itself. A cycle never ends. */
function isDeeper(value: unknown, max: number): boolean {
  let level: Set<object> = new Set(isObject(value) ? [value] : []);
  for (let depth = 1; level.size > 0; depth++) {
    if (depth > max) return true;
    level = new Set([...level].flatMap((parent) => Object.values(parent).filter(isObject)));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function checkName(entry: Json, path: string): string {
  const name = checkCharacters(entry, path, "name", MAX_NAME_LENGTH);
  if (name.startsWith(MCP_PREFIX)) throw refused(`${path}.name`, `dynamic tool name is reserved: ${name}`);
  return name;
}

function checkNamespace(entry: Json, path: string): string {
  const name = checkCharacters(entry, path, "namespace", MAX_NAMESPACE_LENGTH);
  if (name.startsWith(MCP_PREFIX) || RESERVED_NAMESPACES.has(name)) {
    throw refused(`${path}.name`, `dynamic tool namespace is reserved: ${name}`);
  }
  return name;
}

function checkCharacters(entry: Json, path: string, what: "name" | "namespace", max: number): string {
  const at = `${path}.name`;
  const { name } = entry;
  if (typeof name !== "string") throw refused(at, `dynamic tool ${what} must be a text`);
  if (name === "") throw refused(at, `dynamic tool ${what} must not be empty`);
  const shown = name.slice(0, MAX_SHOWN);
  if (isLonger(name, max)) {
    throw refused(at, `dynamic tool ${what} must be at most ${max} characters to match Responses API: ${shown}`);
  }
  if (!NAME.test(name))
    throw refused(at, `dynamic tool ${what} must match ${NAME.source} to match Responses API: ${name}`);
  return name;
}

/** Counts characters as people do, and no further than it has to. */
function isLonger(text: string, max: number): boolean {
  return text.length > 2 * max || (text.length > max && Array.from(text).length > max);
}

function objectAt(value: unknown, path: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refused(path, "dynamic tool must be an object");
  }
  // Own values only: a hostile prototype says nothing.
  return Object.assign(Object.create(null) as object, value) as Json;
}

function textAt(entry: Json, key: string, path: string): string {
  const text = entry[key] ?? "";
  if (typeof text !== "string") throw refused(`${path}.${key}`, `dynamic tool ${key} must be a text`);
  return text;
}

function refused(path: string, message: string): IsocellError {
  return new IsocellError("invalid_tool", message, { data: { path } });
}
