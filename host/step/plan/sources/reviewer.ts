import type { JsonSchema, ToolExecutor } from "../../../../tools/index.ts";
import { isDefaultNamespace } from "../../registry.ts";
import type { PlanIdentity } from "../types.ts";

/** All a reviewer ever gets. */
const REVIEWER_TOOLS: readonly string[] = ["exec_command", "write_stdin", "view_image"];
/** Parameters with which a command asks for more than its confinement allows. */
const ESCALATION: readonly string[] = ["sandbox_permissions", "justification", "prefix_rule"];

const confined: WeakMap<ToolExecutor, ToolExecutor> = new WeakMap();

/** The tools of a reviewer, picked by name: what it is not known to need, it does not get. */
export function reviewerTools(identity: PlanIdentity, builtIn: readonly ToolExecutor[]): readonly ToolExecutor[] {
  if (!identity.managed || !identity.environment) return [];
  return REVIEWER_TOOLS.flatMap((wanted) =>
    builtIn.filter(({ namespace, name }) => isDefaultNamespace(namespace) && name === wanted).map(withoutEscalation),
  );
}

/** The same tool without parameters that ask for more rights, neither shown nor let through; made once for each tool. */
function withoutEscalation(executor: ToolExecutor): ToolExecutor {
  const { spec, parseArguments } = executor;
  if (spec.type !== "function") return executor;
  const made: ToolExecutor = confined.get(executor) ?? {
    ...executor,
    spec: { ...spec, inputSchema: withoutParameters(spec.inputSchema) },
    parallel: (input) => executor.parallel(withoutEntries(input)),
    handle: (input, context) => executor.handle(withoutEntries(input), context),
    ...(parseArguments === undefined
      ? {}
      : { parseArguments: (json: string) => parseArguments.call(executor, withoutKeys(json)) }),
  };
  confined.set(executor, made);
  return made;
}

/** A tool that reads its arguments itself may call them what it likes afterwards: they have to go before. */
function withoutKeys(json: string): string {
  try {
    return JSON.stringify(withoutEntries(JSON.parse(json)));
  } catch {
    // The tool has its own words for what is no JSON.
    return json;
  }
}

function withoutParameters(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const properties = schema["properties"];
  if (typeof properties !== "object" || properties === null) return schema;
  if (!ESCALATION.some((name) => Object.hasOwn(properties, name))) return schema;
  const required = schema["required"];
  return {
    ...schema,
    properties: withoutEntries(properties),
    ...(Array.isArray(required)
      ? { required: required.filter((name) => !ESCALATION.some((hidden) => hidden === name)) }
      : {}),
  };
}

function withoutEntries(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !ESCALATION.includes(name)));
}
