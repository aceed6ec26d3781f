import { isAbsolute } from "node:path";
import { IsocellError } from "../../protocol/index.ts";
import { isMcpServerName } from "../../tools/index.ts";
import { LOG_LEVELS } from "./options.ts";
import type { McpOptions } from "./options.ts";

const MODES: readonly unknown[] = ["auto", "writes", "prompt", "approve"];
const FLAGS = ["enabled", "required", "supportsParallelToolCalls"];
const SECONDS = ["startupTimeoutSec", "toolTimeoutSec", "idleTimeoutSec"];
const COUNTS = ["toolInputSchemaMaxBytes", "outputTokenLimit"];
const LISTS = ["enabledTools", "disabledTools", "args", "envVars"];
const OPTIONS = ["graceMs", "roots", "logLevel"];

/** Throws an IsocellError `invalid_options` that names the server and the setting. */
export function checkServers(servers: Readonly<Record<string, unknown>>): void {
  for (const [name, config] of Object.entries(servers)) {
    if (!isMcpServerName(name)) {
      throw new IsocellError(
        "invalid_options",
        `mcpServers: the server name ${JSON.stringify(name)} has characters other than A-Z a-z 0-9 _ . -; rename it.`,
        { data: { path: ["mcpServers", name] } },
      );
    }
    checkServer(name, config);
  }
}

/** Throws an IsocellError `invalid_options`. */
export function checkMcpOptions(options: McpOptions): void {
  if (!isRecord(options)) throw invalid("mcp", "an object", options);
  checkMcpOption(options);
}

function checkMcpOption(options: McpOptions): void {
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

function checkServer(name: string, config: unknown): void {
  const at = `mcpServers["${name}"]`;
  if (!isRecord(config)) throw invalid(at, "an object", config);
  const { command, url, tools } = config;
  if (command !== undefined && url !== undefined)
    throw new IsocellError("invalid_options", `${at}: url is not supported for stdio; give either command or url.`);
  if (command === undefined && url === undefined)
    throw new IsocellError("invalid_options", `${at} has neither command nor url.`);
  if (command !== undefined && !isText(command)) throw invalid(`${at}.command`, "a string that is not empty", command);
  if (url !== undefined && !isText(url)) throw invalid(`${at}.url`, "a string that is not empty", url);
  for (const key of FLAGS) check(at, config, key, (value) => typeof value === "boolean", "true or false");
  for (const key of SECONDS) check(at, config, key, isPositive, "a number of seconds above 0");
  for (const key of COUNTS) {
    check(at, config, key, (value) => Number.isSafeInteger(value) && isPositive(value), "a whole number from 1");
  }
  for (const key of LISTS) check(at, config, key, isTexts, "an array of strings");
  check(at, config, "defaultToolsApprovalMode", (value) => MODES.includes(value), MODES.join(", "));
  if (tools === undefined) return;
  if (!isRecord(tools)) throw invalid(`${at}.tools`, "an object", tools);
  for (const [tool, settings] of Object.entries(tools)) checkTool(`${at}.tools["${tool}"]`, settings);
}

function checkTool(at: string, settings: unknown): void {
  if (!isRecord(settings)) throw invalid(at, "an object", settings);
  check(at, settings, "approvalMode", (value) => MODES.includes(value), MODES.join(", "));
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && isPositive(value);
  check(at, settings, "outputTokenLimit", isCount, "a whole number from 1");
}

function check(
  at: string,
  settings: Readonly<Record<string, unknown>>,
  key: string,
  isRight: (value: unknown) => boolean,
  expected: string,
): void {
  const value = settings[key];
  if (value !== undefined && !isRight(value)) throw invalid(`${at}.${key}`, expected, value);
}

function invalid(path: string, expected: string, got: unknown): IsocellError {
  const shown = typeof got === "string" ? JSON.stringify(got) : Array.isArray(got) ? "an array" : String(got);
  return new IsocellError("invalid_options", `${path} must be ${expected}; it is ${shown.slice(0, 80)}.`);
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
