import type { z } from "zod";
import { nearestNames } from "../../tools/index.ts";
import { describeValue } from "../mcp/settings/rules.ts";
import { formatPath } from "./format-path.ts";

/** One line for each thing that is wrong in a configuration: where, what was expected, what is there. */
export function explainIssue(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${place([...issue.path, key])}: ${unknownKey(key, issue.message.split(", "))}`);
  }
  if (issue.code === "invalid_key") {
    return [`${place(issue.path)}: expected ${issue.issues[0]?.message ?? "another key"}`];
  }
  return [`${place(issue.path)}: expected ${issue.message}, ${describeValue(issue.input)}`];
}

function place(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "the whole file" : formatPath(path);
}

/** What to say of a key that nobody knows. */
export function unknownKey(key: string, known: readonly string[]): string {
  const [near] = nearestNames(key, known, 1);
  return near === undefined ? `unknown key; known are ${known.join(", ")}` : `unknown key; did you mean "${near}"?`;
}
