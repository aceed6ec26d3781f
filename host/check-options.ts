import { IsocellError, LIMIT_NAMES, LIMITS } from "../protocol/index.ts";
import { isMcpServerName } from "../tools/index.ts";
import type { ToolExecutor } from "../tools/index.ts";
import { formatPath } from "./config/format-path.ts";
import { checkServer } from "./mcp/settings/check-server.ts";
import { SETTINGS } from "./mcp/settings/settings.ts";
import { checkMcpOptions } from "./mcp/check-options.ts";
import type { HostOptions, SessionOptions } from "./options.ts";
import { readToolOrder } from "./step/plan/arrange.ts";
import { Registry } from "./step/registry.ts";

// By hand rather than with a schema library: loading one would take longer than starting a host.

const HOST_KEYS = [
  "tools",
  "builtins",
  "mcpServers",
  "mcp",
  "mode",
  "isolation",
  "limits",
  "pool",
  "steps",
  "hosted",
  "hooks",
  "approvals",
  "onEvent",
  "outputs",
];
const SESSION_KEYS = ["onNotify", "onContent", "onContext", "dynamicTools", "people", "limits"];
const PEOPLE_KEYS = ["ask", "elicit"] as const;
const STEP_KEYS = [
  "identity",
  "enforceExposure",
  "maxSharedCalls",
  "search",
  "directOnlyNamespaces",
  "excludedNamespaces",
  "toolOrder",
  "errorOnCollision",
];
const OUTPUT_KEYS = ["maxBytes", "folder"];
const POOL_COUNTS = ["processes", "threads", "warmIsolates", "recycleAfterCells"];
const MODES = ["direct", "code", "code-only"];
const SETTING_NAMES = Object.keys(SETTINGS).join(", ");
const ISOLATIONS = ["cell", "session"];

/** Throws `invalid_options` with the path of what is wrong, or `duplicate_tool`. */
export function checkOptions(options: HostOptions): void {
  checkKeys(options, HOST_KEYS, "options");
  const { tools, mcpServers, mcp, mode, isolation, limits, pool, steps, hooks, onEvent, outputs } = options;
  if (tools !== undefined) {
    if (!Array.isArray(tools)) refuse("tools", "an array of executors", tools);
    const registry = new Registry();
    (tools as readonly unknown[]).forEach((candidate, index) => {
      const tool = candidate as ToolExecutor | null | undefined;
      if (tool === null || typeof tool?.handle !== "function" || typeof tool.name !== "string") {
        return refuse(`tools[${index}]`, "an executor (make one with defineTool)", candidate);
      }
      registry.add(tool);
    });
  }
  if (mcpServers !== undefined) checkServers(mcpServers);
  if (mcp !== undefined) checkMcpOptions(mcp);
  if (mode !== undefined && !MODES.includes(mode)) refuse("mode", MODES.join(", "), mode);
  if (isolation !== undefined && !ISOLATIONS.includes(isolation)) refuse("isolation", ISOLATIONS.join(", "), isolation);
  if (pool !== undefined) {
    checkKeys(pool, [...POOL_COUNTS, "prestart"], "pool");
    const { prestart, ...counts } = pool;
    if (prestart !== undefined && typeof prestart !== "boolean") refuse("pool.prestart", "true or false", prestart);
    for (const [name, value] of Object.entries(counts)) {
      const min = name === "warmIsolates" ? 0 : 1;
      if (value !== undefined && !(Number.isSafeInteger(value) && value >= min)) {
        refuse(`pool.${name}`, `a whole number from ${min}`, value);
      }
    }
  }
  checkLimits(limits);
  if (steps !== undefined) checkKeys(steps, STEP_KEYS, "steps");
  // A wrong order must not wait for the first step to be told.
  if (steps?.toolOrder !== undefined) readToolOrder(steps.toolOrder);
  if (outputs !== undefined) checkKeys(outputs, OUTPUT_KEYS, "outputs");
  if (hooks !== undefined && !Array.isArray(hooks)) refuse("hooks", "an array of hooks", hooks);
  if (onEvent !== undefined && typeof onEvent !== "function") refuse("onEvent", "a function", onEvent);
}

/** Throws `invalid_options`. */
export function checkSessionOptions(options: SessionOptions): void {
  checkKeys(options, SESSION_KEYS, "options");
  for (const name of ["onNotify", "onContent", "onContext"] as const) {
    if (options[name] !== undefined && typeof options[name] !== "function") refuse(name, "a function", options[name]);
  }
  const { people } = options;
  if (people !== undefined) {
    checkKeys(people, PEOPLE_KEYS, "people");
    for (const name of PEOPLE_KEYS) {
      if (people[name] !== undefined && typeof people[name] !== "function")
        refuse(`people.${name}`, "a function", people[name]);
    }
  }
  checkLimits(options.limits);
}

function checkLimits(limits: HostOptions["limits"]): void {
  if (limits === undefined) return;
  checkKeys(limits, LIMIT_NAMES, "limits");
  for (const name of LIMIT_NAMES) {
    const value = limits[name];
    const { min, unit } = LIMITS[name];
    if (value === undefined || value === null) continue;
    if (!Number.isSafeInteger(value) || value < min)
      refuse(`limits.${name}`, `${unit} as a whole number from ${min}, or null for none`, value);
  }
}

function checkServers(servers: unknown): void {
  checkKeys(servers, null, "mcpServers");
  const problems = Object.entries(servers as object).flatMap(([name, server]) => {
    if (!isMcpServerName(name)) {
      return [
        `mcpServers: the server name ${JSON.stringify(name)} has characters other than A-Z a-z 0-9 _ . -; rename it.`,
      ];
    }
    const { problems: wrong, unknown } = checkServer(server);
    const extra = unknown.map((path) => ({ path, text: `unknown setting; a server may have ${SETTING_NAMES}` }));
    return [...wrong, ...extra].map(({ path, text }) => `${formatPath(["mcpServers", name, ...path])}: ${text}.`);
  });
  if (problems.length > 0) throw new IsocellError("invalid_options", problems.join("\n"), { data: { problems } });
}

function checkKeys(value: unknown, known: readonly string[] | null, path: string): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(path, "an object", value);
  for (const key of Object.keys(value)) {
    if (known !== null && !known.includes(key)) {
      throw new IsocellError("invalid_options", `${path} has no ${key}. It may have: ${known.join(", ")}.`);
    }
  }
}

function refuse(path: string, expected: string, got: unknown): never {
  let shown: string;
  try {
    shown = typeof got === "string" ? JSON.stringify(got) : String(got);
  } catch {
    shown = typeof got;
  }
  throw new IsocellError("invalid_options", `${path} must be ${expected}; it is ${shown.slice(0, 80)}.`);
}
