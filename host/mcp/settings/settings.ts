import {
  anyText,
  flag,
  isRecord,
  listOf,
  oneOf,
  recordOf,
  rule,
  seconds,
  secretText,
  text,
  wholeNumber,
} from "./rules.ts";
import type { Rule } from "./rules.ts";

/** How a server is reached. */
export type ServerKind = "stdio" | "http";

/** A setting of a server: for which kind it is (absent: both), and its rule. */
export interface Setting {
  readonly kind?: ServerKind;
  readonly rule: Rule;
}

const names = listOf(text, "an array of names");
const approvalMode = oneOf("auto", "writes", "prompt", "approve");
const VARIABLE = /^[^=\0]+$/;
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers that belong to the protocol or the connection. */
const OWN_HEADERS = new Set([
  "accept",
  "connection",
  "content-length",
  "content-type",
  "host",
  "last-event-id",
  "mcp-protocol-version",
  "mcp-session-id",
  "transfer-encoding",
]);

const variableName = rule("the name of an environment variable", (value) => isText(value) && VARIABLE.test(value));

// Values with references are checked once more when they have been replaced.
const headerValue = rule(
  "a string without line breaks",
  (value) => typeof value === "string" && !/[\0\r\n]/.test(value),
  true,
);

function headerProblem(name: string): string | undefined {
  if (!HEADER.test(name)) return "is not the name of a header";
  if (OWN_HEADERS.has(name.toLowerCase())) return "is a header that the protocol sets itself; leave it out";
  return undefined;
}

function environmentProblem(name: string): string | undefined {
  return VARIABLE.test(name) ? undefined : "is not the name of an environment variable";
}

const toolRules: Readonly<Record<string, Rule>> = { approvalMode, outputTokenLimit: wholeNumber(0) };

/** The settings of one tool. */
export const TOOL_SETTINGS: readonly string[] = Object.keys(toolRules);

const MAX_PORT = 65_535;

const oauthRules: Readonly<Record<string, Rule>> = {
  clientId: text,
  clientSecretEnvVar: variableName,
  callbackPort: rule(
    `a port from 1 to ${MAX_PORT}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MAX_PORT,
  ),
};

/** The settings of an OAuth client. */
export const OAUTH_SETTINGS: readonly string[] = Object.keys(oauthRules);

/** An object of settings that each have a rule; what has none is left to whoever knows where it stands. */
function groupOf(rules: Readonly<Record<string, Rule>>, required: readonly string[] = []): Rule {
  return (value, path, problems) => {
    if (!isRecord(value)) return rule("an object of settings", isRecord)(value, path, problems);
    for (const [name, check] of Object.entries(rules)) {
      const held = value[name];
      if (held !== undefined || required.includes(name)) check(held, [...path, name], problems);
    }
  };
}

const url: Rule = (value, path, problems) => {
  const parsed = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  const isHttp = parsed?.protocol === "http:" || parsed?.protocol === "https:";
  // A URL may hold a secret: it is not repeated.
  rule("a URL with http: or https:", () => isHttp, true)(value, path, problems);
  if (isHttp && (parsed.username !== "" || parsed.password !== "")) {
    const wrong = "holds a user name or a password; give them in an Authorization header, its value in a variable";
    problems.push({ path, text: wrong });
  }
};

/** All settings of a server, in the order in which messages name them. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  type: { rule: oneOf("stdio", "http", "streamable-http", "sse") },
  command: { kind: "stdio", rule: text },
  args: { kind: "stdio", rule: listOf(anyText, "an array of strings") },
  env: { kind: "stdio", rule: recordOf(secretText, "an object of strings", environmentProblem) },
  envVars: { kind: "stdio", rule: listOf(variableName, "an array of names of environment variables") },
  cwd: { kind: "stdio", rule: text },
  url: { kind: "http", rule: url },
  headers: { kind: "http", rule: recordOf(headerValue, "an object of strings", headerProblem) },
  envHeaders: {
    kind: "http",
    rule: recordOf(variableName, "an object of names of environment variables", headerProblem),
  },
  bearerTokenEnvVar: { kind: "http", rule: variableName },
  scopes: { kind: "http", rule: names },
  oauth: { kind: "http", rule: groupOf(oauthRules, ["clientId"]) },
  enabled: { rule: flag },
  required: { rule: flag },
  enabledTools: { rule: names },
  disabledTools: { rule: names },
  startupTimeoutSec: { rule: seconds },
  toolTimeoutSec: { rule: seconds },
  idleTimeoutSec: { rule: seconds },
  supportsParallelToolCalls: { rule: flag },
  defaultToolsApprovalMode: { rule: approvalMode },
  tools: { rule: recordOf(groupOf(toolRules), "an object of settings by tool") },
  toolInputSchemaMaxBytes: { rule: wholeNumber(1) },
  outputTokenLimit: { rule: wholeNumber(0) },
  omitToolsFrom: { rule: listOf(oneOf("direct", "deferred", "code_mode"), "an array of places") },
};

function isText(value: unknown): value is string {
  return typeof value === "string";
}
