import fc from "fast-check";
import { expect, test } from "vitest";
import type {
  McpSource,
  OmitFrom,
  PlanIdentity,
  PlanInput,
  PlanSources,
  StepPlan,
} from "../../../../host/step/plan/types.ts";
import { planStep } from "../../../../host/step/plan/plan-step.ts";
import { EXPOSURES } from "../../../../tools/index.ts";
import type { ToolExecutor } from "../../../../tools/index.ts";
import { codeMode, listedNames, plan, shown, tool, toolSearch } from "./stand-ins.ts";

const NAMES = ["a", "b", "B", "exec", "exec_command", "read", "tool_search", "é", "😀"];
const NAMESPACES = ["", "functions", "app", "mcp__one", "tool_search"];
const SERVERS = ["one", "two", "three", "a-b", "a.b"];

const executors = (namespaces: readonly string[]): fc.Arbitrary<readonly ToolExecutor[]> =>
  fc
    .array(
      fc.record({
        name: fc.constantFrom(...NAMES),
        namespace: fc.constantFrom(...namespaces),
        exposure: fc.constantFrom(...EXPOSURES),
      }),
      { maxLength: 8 },
    )
    .map((all) => all.map(({ name, namespace, exposure }) => tool(name, namespace, exposure)));

/** Trusted sources must not hold one name twice, so each has names of its own. */
const trusted = (namespace: string): fc.Arbitrary<readonly ToolExecutor[]> =>
  fc
    .uniqueArray(
      fc.tuple(fc.constantFrom("x", "y", "z", "view_image", "exec_command"), fc.constantFrom(...EXPOSURES)),
      {
        selector: ([name]) => name,
      },
    )
    .map((all) => all.map(([name, exposure]) => tool(name, namespace, exposure)));

const servers: fc.Arbitrary<readonly McpSource[]> = fc.uniqueArray(
  fc.constantFrom(...SERVERS).chain((name) =>
    fc.record({
      server: fc.constant(name),
      executors: executors([`mcp__${name.replace(/\W/gu, "_")}`]),
      omitToolsFrom: fc.subarray<OmitFrom>(["direct", "deferred", "code_mode"]),
    }),
  ),
  { selector: ({ server }) => server },
);

const sources: fc.Arbitrary<PlanSources & { readonly mcp: readonly McpSource[] }> = fc.record({
  builtIn: trusted(""),
  userMessages: trusted("user"),
  embedder: trusted("mine"),
  mcp: servers,
  extensions: executors(NAMESPACES).map((all) => [{ name: "ext", executors: all }]),
  dynamic: executors(NAMESPACES),
});

const identities: fc.Arbitrary<PlanIdentity> = fc.record({
  kind: fc.constantFrom("main", "reviewer", "sub-agent"),
  managed: fc.boolean(),
  environment: fc.boolean(),
});

const namespaces = fc.subarray(["functions", "mcp__one", "mcp__a_b", "app", "mine", "user"]);

const inputs: fc.Arbitrary<PlanInput> = fc
  .record({
    mode: fc.constantFrom("direct", "code", "code-only"),
    identity: identities,
    sources,
    settings: fc.record({ directOnlyNamespaces: namespaces, excludedNamespaces: namespaces }),
    search: fc.boolean(),
  })
  .map(({ search, ...input }) => ({ ...input, codeMode, ...(search ? { toolSearch } : {}) }));

function given({
  builtIn = [],
  userMessages = [],
  embedder = [],
  mcp = [],
  extensions = [],
  dynamic = [],
}: PlanSources) {
  return [
    ...builtIn.map((executor) => ({ source: "built-in", executor })),
    ...userMessages.map((executor) => ({ source: "user messages", executor })),
    ...embedder.map((executor) => ({ source: "tools", executor })),
    ...mcp.flatMap(({ server, executors: all }) => all.map((executor) => ({ source: `mcp:${server}`, executor }))),
    ...extensions.flatMap(({ name, executors: all }) =>
      all.map((executor) => ({ source: `extension:${name}`, executor })),
    ),
    ...dynamic.map((executor) => ({ source: "dynamic", executor })),
  ];
}

test("No tool is missing: it is in the registry, or a report says where it went", () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const made = planStep(input);
      const dropped = made.reports
        .filter(({ kind }) => kind === "dropped")
        .map(({ source, namespace, name }) => `${source}|${namespace}|${name}`);
      const withheld = new Set(made.reports.filter(({ kind }) => kind === "withheld").map(({ source }) => source));
      const renamed = made.reports.filter(({ kind }) => kind === "renamed");
      const there = new Set(made.registry.list());
      for (const { source, executor } of given(input.sources)) {
        const told = renamed.find((one) => one.source === source && one.name === executor.name);
        const key = `${source}|${told?.now?.namespace ?? executor.namespace}|${executor.name}`;
        const renamedTo = told?.now === undefined ? undefined : made.registry.get(told.now.namespace, told.now.name);
        // A reviewer has its tools without the parameters that ask for more; without an environment some say that alone.
        const { kind, environment } = input.identity;
        const other = kind === "reviewer" || !environment ? made.registry.get("", executor.name) : undefined;
        const isThere = there.has(executor) || renamedTo !== undefined || other?.spec.name === executor.name;
        // Dropped ones are reported one by one: a report is used up.
        const index = isThere ? -1 : dropped.indexOf(key);
        if (index >= 0) dropped.splice(index, 1);
        expect(isThere || index >= 0 || withheld.has(source), `${key} is gone`).toBe(true);
      }
    }),
  );
});

test("In code-only operation every tool can be listed, found or called from code, unless it was hidden or omitted everywhere", () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const made = planStep({ ...input, mode: "code-only" });
      const searchIsListed = made.specs.some(({ namespace, name }) => namespace === "" && name === "tool_search");
      for (const executor of made.registry.list()) {
        const reachable =
          made.specs.includes(executor.spec) ||
          made.nested.includes(executor) ||
          (searchIsListed && made.deferred.includes(executor));
        // A search that code does not need is kept for models that call it from habit.
        if (reachable || executor.name === "tool_search") continue;
        expect(made.exposureOf(executor)).toBe("hidden");
        const owner = input.sources.mcp?.find(({ executors: all }) => all.includes(executor));
        if (owner !== undefined) expect(owner.omitToolsFrom).toContain("direct");
        else if (!executor.namespace.startsWith("mcp__a_b_")) expect(executor.exposure).toBe("hidden");
      }
    }),
  );
});

test("A tool is offered exactly where it is listed, found or nested", () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const made = planStep(input);
      const searchable = made.specs.some(({ namespace, name }) => namespace === "" && name === "tool_search");
      for (const executor of made.registry.list()) {
        const direct = made.specs.includes(executor.spec) || (searchable && made.deferred.includes(executor));
        expect([made.offers(executor, "direct"), made.offers(executor, "cell")]).toEqual([
          direct,
          made.nested.includes(executor),
        ]);
      }
    }),
  );
});

test("A server that comes or goes moves no other tool of the list", () => {
  const unlike = servers.filter((all) => !all.some(({ server }) => server.includes("-") || server.includes(".")));
  fc.assert(
    fc.property(sources, unlike, fc.nat(), (rest, mcp, which) => {
      fc.pre(mcp.length > 0);
      const gone = mcp[which % mcp.length];
      const order = (servers_: readonly McpSource[]): readonly string[] =>
        listedNames(plan({ sources: { ...rest, extensions: [], dynamic: [], mcp: servers_ } }));
      const withIt = order(mcp);
      const without = order(mcp.filter((one) => one !== gone));
      const ofGone = (name: string): boolean => name.startsWith(`mcp__${gone?.server}.`);
      const search = (name: string): boolean => name === "tool_search";
      const others = (names: readonly string[]): readonly string[] =>
        names.filter((name) => !ofGone(name) && !search(name));
      expect(others(withIt)).toEqual(others(without));
    }),
  );
});

test("The order in which servers and built-in tools are given does not matter", () => {
  fc.assert(
    fc.property(sources, ({ builtIn = [], mcp }) => {
      const known = builtIn.filter(({ name }) => name.includes("_"));
      const order = (made: StepPlan): readonly string[] => made.registry.list().map(shown);
      const forth = plan({ sources: { builtIn: known, mcp } });
      const back = plan({ sources: { builtIn: known.toReversed(), mcp: mcp.toReversed() } });
      expect([order(back), listedNames(back)]).toEqual([order(forth), listedNames(forth)]);
    }),
  );
});

test("No executor is changed, and what is renamed is the same object each time", () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const before = given(input.sources).map(({ executor }) => ({ ...executor }));
      const first = planStep(input).registry.list();
      const again = planStep({ ...input, settings: { ...input.settings, toolOrder: ["..."] } }).registry.list();
      expect(given(input.sources).map(({ executor }) => ({ ...executor }))).toEqual(before);
      const mounted = new Set(["exec", "wait", "tool_search"]);
      const own = (all: readonly ToolExecutor[]): readonly ToolExecutor[] =>
        all.filter(({ name }) => !mounted.has(name));
      expect(own(again).every((executor, index) => executor === own(first)[index])).toBe(true);
    }),
  );
});
