import { IsocellError } from "../../../../protocol/index.ts";
import type { ToolExecutor } from "../../../../tools/index.ts";
import { isDefaultNamespace } from "../../registry.ts";
import { Admission } from "./admission.ts";
import { inBuiltInOrder } from "./built-in-order.ts";
import { mcpExposure, ownExposure } from "../exposure.ts";
import type { ExposureScene, NamespaceRules } from "../exposure.ts";
import { withoutEnvironment } from "./no-environment.ts";
import { nameAndSort } from "./mcp-tools.ts";
import { reviewerTools } from "./reviewer.ts";
import type { HostedSpec, McpSource, PlanInput, PlanSettings, PlanSources } from "../types.ts";

/** The tools an identity gets, each with its exposure. */
export interface Table {
  readonly admission: Admission;
  readonly hosted: readonly HostedSpec[];
  readonly scene: ExposureScene;
}

/** Makes the table of an identity from the sources it is due; what it is not due is never looked at. */
export function buildTable(input: PlanInput): Table {
  return input.identity.kind === "reviewer" ? reviewerTable(input) : fullTable(input);
}

function reviewerTable({ identity, sources }: PlanInput): Table {
  // Code mode and search would be ways around the list.
  const admission = new Admission({ codeMode: false, search: false });
  for (const executor of reviewerTools(identity, sources.builtIn ?? [])) {
    admission.addTrusted("built-in", executor, "direct-model-only");
  }
  const rest = (sources.builtIn ?? []).length > admission.registry.list().length ? ["built-in"] : [];
  for (const source of [...rest, ...givenSources(sources)]) {
    const reason = "a reviewer gets no tools but those to look around";
    admission.reports.push({ kind: "withheld", source, namespace: "", name: "", reason });
  }
  return { admission, hosted: [], scene: { mode: "direct", search: false } };
}

function fullTable({ mode, identity, sources, settings, toolSearch }: PlanInput): Table {
  const scene = { mode, search: toolSearch !== undefined };
  const admission = new Admission({ codeMode: mode !== "direct", search: scene.search });
  const rulesFor = namespaceRules(settings);
  const own = (executor: ToolExecutor) => ownExposure(executor.exposure, rulesFor(executor.namespace), scene);

  const userMessages = identity.kind === "sub-agent" ? [] : (sources.userMessages ?? []);
  const given = sources.builtIn ?? [];
  const builtIn = identity.environment ? given : withoutEnvironment(given);
  for (const tool of inBuiltInOrder(builtIn, userMessages)) {
    admission.addTrusted("built-in", tool, own(tool));
  }
  for (const tool of sources.embedder ?? []) admission.addTrusted("tools", tool, own(tool));
  addMcp(admission, sources.mcp ?? [], scene, rulesFor);
  for (const { name, executors } of sources.extensions ?? []) {
    for (const tool of executors) admission.addExternal(`extension:${name}`, tool, own(tool));
  }
  for (const tool of sources.dynamic ?? []) admission.addExternal("dynamic", tool, own(tool));
  if (userMessages !== sources.userMessages && (sources.userMessages ?? []).length > 0) {
    const reason = "a sub-agent does not speak to the user";
    admission.reports.push({ kind: "withheld", source: "user messages", namespace: "", name: "", reason });
  }
  return { admission, hosted: distinctHosted(sources.hosted ?? [], admission), scene };
}

function addMcp(
  admission: Admission,
  servers: readonly McpSource[],
  scene: ExposureScene,
  rulesFor: (namespace: string) => NamespaceRules,
): void {
  for (const { server, omitToolsFrom = [] } of servers) checkOmit(server, omitToolsFrom);
  const tools = nameAndSort(servers, (report) => admission.reports.push(report));
  for (const { source, executor, givenNamespace } of tools) {
    // Whoever configured a namespace may have known it before it was told apart.
    const [given, told] = [rulesFor(givenNamespace), rulesFor(executor.namespace)];
    const rules = { directOnly: given.directOnly || told.directOnly, excluded: given.excluded || told.excluded };
    admission.addExternal(`mcp:${source.server}`, executor, mcpExposure(source.omitToolsFrom ?? [], rules, scene));
  }
}

function checkOmit(server: string, omit: readonly string[]): void {
  const unknown = omit.find((from) => !["direct", "deferred", "code_mode"].includes(from));
  if (unknown === undefined) return;
  throw new IsocellError(
    "invalid_options",
    `mcpServers: \`omitToolsFrom\` of ${server} has ${JSON.stringify(unknown)}; use direct, deferred and code_mode.`,
    { data: { path: ["mcpServers", server, "omitToolsFrom"] } },
  );
}

function distinctHosted(hosted: readonly HostedSpec[], admission: Admission): readonly HostedSpec[] {
  const names = new Set<string>();
  return hosted.filter(({ name }) => {
    if (!names.has(name)) return names.add(name);
    const reason = "another hosted tool has this name";
    admission.reports.push({ kind: "dropped", source: "hosted", namespace: "", name, reason });
    return false;
  });
}

function namespaceRules(settings: PlanSettings = {}): (namespace: string) => NamespaceRules {
  const sorted = (names: readonly string[] = []) => new Set(names.map(plain));
  const directOnly = sorted(settings.directOnlyNamespaces);
  const excluded = sorted(settings.excludedNamespaces);
  return (namespace) => ({ directOnly: directOnly.has(plain(namespace)), excluded: excluded.has(plain(namespace)) });
}

function plain(namespace: string): string {
  return isDefaultNamespace(namespace) ? "" : namespace;
}

function givenSources(sources: PlanSources): readonly string[] {
  const { userMessages = [], embedder = [], mcp = [], extensions = [], dynamic = [], hosted = [] } = sources;
  return [
    ...(userMessages.length > 0 ? ["user messages"] : []),
    ...(embedder.length > 0 ? ["tools"] : []),
    ...mcp.filter(({ executors }) => executors.length > 0).map(({ server }) => `mcp:${server}`),
    ...extensions.filter(({ executors }) => executors.length > 0).map(({ name }) => `extension:${name}`),
    ...(dynamic.length > 0 ? ["dynamic"] : []),
    ...(hosted.length > 0 ? ["hosted"] : []),
  ];
}
