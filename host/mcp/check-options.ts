import { isAbsolute } from "node:path";
import { IsocellError } from "../../protocol/index.ts";
import { LOG_LEVELS } from "./options.ts";
import type { McpOptions } from "./options.ts";

const OPTIONS = ["graceMs", "roots", "logLevel"];

/** Throws an IsocellError `invalid_options`. */
export function checkMcpOptions(options: McpOptions): void {
  const given: unknown = options;
  if (!isRecord(given)) throw invalid("mcp", "an object", given);
  const unknown = Object.keys(options).find((key) => !OPTIONS.includes(key));
  if (unknown !== undefined) {
    throw new IsocellError("invalid_options", `mcp has no ${unknown}. It may have: ${OPTIONS.join(", ")}.`);
  }
  const { graceMs, roots, logLevel } = options;
  if (graceMs !== undefined && !isPositive(graceMs) && graceMs !== 0)
    throw invalid("mcp.graceMs", "milliseconds from 0", graceMs);
  if (roots !== undefined && !isTexts(roots)) throw invalid("mcp.roots", "an array of folders", roots);
  if (roots?.some((root) => !isAbsolute(root)) === true) throw invalid("mcp.roots", "absolute paths", roots.join(", "));
  if (logLevel !== undefined && !LOG_LEVELS.includes(logLevel))
    throw invalid("mcp.logLevel", LOG_LEVELS.join(", "), logLevel);
}

function invalid(path: string, expected: string, got: unknown): IsocellError {
  const shown = typeof got === "string" ? JSON.stringify(got) : Array.isArray(got) ? "an array" : String(got);
  return new IsocellError("invalid_options", `${path} must be ${expected}; it is ${shown.slice(0, 80)}.`);
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
