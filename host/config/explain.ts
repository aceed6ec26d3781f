import type { z } from "zod";
import { nearestNames } from "../../tools/index.ts";

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** One line for each thing that is wrong in a configuration: where, what was expected, what is there. */
export function explainIssue(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${formatPath([...issue.path, key])}: ${unknownKey(key, issue)}`);
  }
  if (issue.code === "invalid_key") {
    return [`${formatPath(issue.path)}: expected ${issue.issues[0]?.message ?? "another key"}`];
  }
  return [`${formatPath(issue.path)}: expected ${issue.message}, ${describe(issue.input)}`];
}

/** A path as it would be written in JavaScript: `mcpServers.files.args[0]`. */
function formatPath(path: readonly PropertyKey[]): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (IDENTIFIER.test(String(key))) text += text === "" ? String(key) : `.${String(key)}`;
    else text += `[${JSON.stringify(String(key))}]`;
  }
  return text === "" ? "the whole file" : text;
}

function unknownKey(key: string, issue: z.core.$ZodIssueUnrecognizedKeys): string {
  if (issue.path[0] === "mcpServers" && key === "url") {
    return "only servers over standard input and output are supported; give a command instead";
  }
  const [near] = nearestNames(key, issue.message.split(", "), 1);
  return near === undefined ? `unknown key; known are ${issue.message}` : `unknown key; did you mean "${near}"?`;
}

function describe(input: unknown): string {
  if (input === undefined) return "but it is missing";
  const json = JSON.stringify(input);
  return `got ${json.length > 60 ? `${json.slice(0, 60)}…` : json}`;
}
