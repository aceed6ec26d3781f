import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { Host } from "../../../host/index.ts";
import { git, makeImpactRepository } from "../../examples/impact/fixture/make-repository.ts";
import { createImpactTools } from "../../examples/impact/interface/tools.ts";
import { ROOT } from "../../support/project.ts";
import { textsOf } from "../../support/test-host.ts";
import { temporaryFolder } from "./repository.ts";

const SERVER = join(ROOT, "test/examples/impact/server.ts");
/** Reading is all it may do: no writing, no processes, no threads, no network. */
const CONFINED = ["--permission", "--allow-fs-read=*"];

let host: Host | undefined;
afterEach(() => host?.close());

function shop(): string {
  const folder = join(temporaryFolder(), "shop");
  makeImpactRepository(folder);
  return folder;
}

async function run(options: Parameters<typeof createHost>[0], source: string): Promise<unknown> {
  host = await createHost({ pool: { processes: 1 }, ...options });
  const outcome = await host.openSession().run(source);
  expect(outcome.error).toBeUndefined();
  return JSON.parse(textsOf(outcome).join(""));
}

describe("The server", () => {
  test("answers while it may neither write nor start anything nor reach a network, and leaves all as it was", async () => {
    const folder = shop();
    const before = git(folder, "status", "--porcelain=v2", "--branch", "--ignored");
    const impact = { command: process.execPath, args: [...CONFINED, SERVER, folder] };
    const source = `
      const ask = { component: "api_contract", focus: "tests" };
      const one = await tools.mcp__impact__assess_change_impact(ask);
      const again = await tools.mcp__impact__assess_change_impact(ask);
      const wrong = await tools.mcp__impact__assess_change_impact({ base_ref: "nope" });
      const listed = await tools.mcp__impact__list_impact_components({});
      text({ one: one.structuredContent, same: JSON.stringify(one) === JSON.stringify(again), wrong, names: listed.structuredContent.components.map((c) => c.name) });
    `;
    expect(await run({ mcpServers: { impact } }, source)).toMatchObject({
      one: { status: "complete", total_changed_files: 1, truncated: false },
      same: true,
      wrong: { isError: true, structuredContent: { status: "error", code: "INVALID_GIT_REVISION" } },
      names: ["authentication", "database_migration", "api_contract", "frontend", "release_workflow"],
    });
    expect(git(folder, "status", "--porcelain=v2", "--branch", "--ignored")).toBe(before);
  });

  test("answers the same as the executor", async () => {
    const folder = shop();
    const viaServer = await run(
      { mcpServers: { impact: { command: process.execPath, args: [SERVER, folder] } } },
      "text((await tools.mcp__impact__assess_change_impact({})).structuredContent)",
    );
    await host?.close();
    const inProcess = await run(
      { tools: await createImpactTools(folder) },
      "text(await tools.assess_change_impact({}))",
    );
    expect(inProcess).toEqual(viaServer);
  });

  test("lists what its arguments may be, with true annotations", async () => {
    const impact = { command: process.execPath, args: [SERVER, shop()] };
    host = await createHost({ pool: { processes: 1 }, mcpServers: { impact } });
    const [assess] = await host.listConfiguredTools();
    expect(assess?.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
    const schema = assess?.spec.type === "function" ? assess.spec.argumentsSchema : undefined;
    expect(schema).toMatchObject({
      additionalProperties: false,
      properties: {
        component: {
          enum: ["all", "authentication", "database_migration", "api_contract", "frontend", "release_workflow"],
        },
        max_changed_files: { minimum: 1, maximum: 200, default: 100 },
      },
    });
  });

  test.for(["A", "B"] as const)("has the interface %s over the same backend", async (variant) => {
    const impact = { command: process.execPath, args: [SERVER, shop(), "--variant", variant] };
    const source =
      'text((await tools.mcp__impact__analyze({ data: "HEAD~1..HEAD", type: "tests" })).structuredContent)';
    expect(await run({ mcpServers: { impact } }, source)).toMatchObject({ total_changed_files: 5 });
    const [analyze] = (await host?.listConfiguredTools()) ?? [];
    expect(analyze?.annotations?.readOnlyHint).toBe(variant === "B" ? true : undefined);
  });

  test("refuses arguments that it does not have", () => {
    const { status, stderr } = spawnSync(process.execPath, [SERVER, "--variant", "D"], { encoding: "utf8" });
    expect([status, stderr]).toEqual([2, "usage: node server.ts [FOLDER] [--variant A|B|C]\n"]);
  });
});
