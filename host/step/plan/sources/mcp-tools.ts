import { compareBytewise, fitsNameLimit, mcpServerIdentity, withHashSuffix } from "../../../../tools/index.ts";
import type { ToolExecutor } from "../../../../tools/index.ts";
import type { McpSource, PlanReport } from "../types.ts";

/** A server's tool under the name it has in this step. */
export interface NamedMcpTool {
  readonly source: McpSource;
  readonly executor: ToolExecutor;
  /** Before it was told apart from another server's. */
  readonly givenNamespace: string;
}

const renamed: WeakMap<ToolExecutor, Map<string, ToolExecutor>> = new WeakMap();

/**
 * The tools of all servers, sorted bytewise by namespace and name: a server that comes or goes then moves no tool of
 * another. Servers whose namespaces coincide all get a suffix of their own, so that neither takes the other's calls.
 */
export function nameAndSort(servers: readonly McpSource[], report: (report: PlanReport) => void): NamedMcpTool[] {
  const shared = sharedNamespaces(servers);
  const tools: NamedMcpTool[] = [];
  for (const source of servers) {
    for (const executor of source.executors) {
      const { namespace, name } = executor;
      if (!shared.has(namespace)) {
        tools.push({ source, executor, givenNamespace: namespace });
        continue;
      }
      const about = { source: `mcp:${source.server}`, namespace, name };
      const told = withHashSuffix(namespace, mcpServerIdentity(source.server));
      if (fitsNameLimit(told, name)) {
        tools.push({ source, executor: inNamespace(executor, told), givenNamespace: namespace });
        const reason = `another MCP server has the namespace ${namespace}, too`;
        report({ kind: "renamed", ...about, reason, now: { namespace: told, name } });
      } else {
        const reason = `another MCP server has the namespace ${namespace}, too, and with a suffix the name is too long`;
        report({ kind: "dropped", ...about, reason });
      }
    }
  }
  return tools.sort(byNamespaceAndName);
}

function byNamespaceAndName(a: NamedMcpTool, b: NamedMcpTool): number {
  const { namespace, name } = a.executor;
  return compareBytewise(namespace, b.executor.namespace) || compareBytewise(name, b.executor.name);
}

function sharedNamespaces(servers: readonly McpSource[]): ReadonlySet<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const { server, executors } of servers) {
    for (const { namespace } of executors) {
      const owner = owners.get(namespace);
      if (owner === undefined) owners.set(namespace, server);
      else if (owner !== server) shared.add(namespace);
    }
  }
  return shared;
}

/** The same tool in another namespace; the same object each time, so that what is cached by tool stays valid. */
function inNamespace(executor: ToolExecutor, namespace: string): ToolExecutor {
  const known = renamed.get(executor) ?? new Map<string, ToolExecutor>();
  renamed.set(executor, known);
  const made = known.get(namespace) ?? { ...executor, namespace, spec: { ...executor.spec, namespace } };
  known.set(namespace, made);
  return made;
}
