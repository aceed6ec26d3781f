import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { evaluateSuite } from "../../../host/eval/evaluate.ts";
import type { Evaluation } from "../../../host/eval/evaluate.ts";
import { planLive } from "../../../host/eval/live/plan-live.ts";
import { makeImpactRepository } from "../../examples/impact/fixture/make-repository.ts";
import { ROOT } from "../../support/project.ts";
import { folderWith, sampleSuite } from "../../unit/eval/sample.ts";
import { fixedEndpoint, scriptedEndpoint } from "./endpoints.ts";

const SERVER = join(ROOT, "test/examples/impact/server.ts");
const NEVER = new AbortController().signal;
const CALL = { tool: "assess_change_impact", arguments: { component: "frontend", focus: "owners" } };

afterEach(() => vi.unstubAllEnvs());

function shop(): string {
  const folder = join(folderWith({}), "shop");
  makeImpactRepository(folder);
  return folder;
}

async function evaluate(source: Readonly<Record<string, unknown>>, limit?: number): Promise<Evaluation> {
  const suite = await sampleSuite({
    variables: { model: ["scripted"] },
    sources: [
      { model: "${model}", mcpServers: { impact: { command: process.execPath, args: [SERVER, shop()] } }, ...source },
    ],
    tasks: [
      {
        id: "owner",
        prompt: "Who owns the login file?",
        answer: { contains: "@web-team" },
        arguments: [{ tool: "assess_change_impact", arguments: { subset: { component: "frontend" } } }],
        scope: [{ tool: "assess_change_impact", result: { subset: { owners: ["@web-team"], truncated: false } } }],
      },
    ],
  });
  const folder = join(folderWith({}), "out");
  return evaluateSuite(suite, { folder, again: false, signal: NEVER, ...(limit === undefined ? {} : { limit }) });
}

describe("A live model", () => {
  test.for(["openai-responses", "openai-chat", "anthropic"] as const)(
    "behind %s calls the tools of its variant, and its run is kept and measured.",
    async (type) => {
      vi.stubEnv("EVAL_KEY", "secret-key-1");
      const { baseUrl, requests } = await scriptedEndpoint(type, [{ ...CALL, arguments: { componet: 1 } }, CALL]);
      const { runs } = await evaluate({ type, baseUrl, keyEnv: "EVAL_KEY", instructions: "Be brief." });
      expect(requests.length).toBe(3);
      expect(requests[0]).toMatchObject({ model: "scripted" });
      expect(JSON.stringify(requests)).not.toContain("secret-key-1");
      expect(runs).toMatchObject([
        {
          status: "measured",
          origin: "live",
          measures: {
            answer: { verdict: "pass" },
            arguments: { verdict: "pass" },
            scope: { verdict: "pass" },
            // The misspelt argument was refused.
            errors: { verdict: "fail" },
          },
          figures: { calls: 2, failedCalls: 1, retries: 1, rounds: 3, inputTokens: 300, outputTokens: 30 },
          end: "answered",
        },
      ]);
    },
  );

  test("that writes a script is measured by the calls that the script makes, too.", async () => {
    const input = `
      const { structuredContent } = await tools.mcp__impact__assess_change_impact(${JSON.stringify(CALL.arguments)});
      try { await tools.mcp__impact__assess_change_impact({ nope: 1 }); } catch {}
      text(structuredContent.owners.join());`;
    const { baseUrl } = await scriptedEndpoint("anthropic", [{ tool: "exec", arguments: { input } }]);
    const { runs } = await evaluate({ type: "anthropic", baseUrl, mode: "code-only" });
    expect(runs).toMatchObject([
      {
        measures: { answer: { verdict: "pass" }, arguments: { verdict: "pass" }, scope: { verdict: "pass" } },
        figures: { calls: 3, failedCalls: 1, rounds: 2 },
      },
    ]);
  });

  test.for([
    ["rounds", { maxRounds: 2 }],
    ["tokens", { maxTokens: 150 }],
  ] as const)("that goes on and on is ended by its limit of %s, and fails.", async ([reason, limits]) => {
    const { baseUrl, requests } = await scriptedEndpoint(
      "openai-chat",
      Array.from({ length: 50 }, () => CALL),
    );
    const { runs } = await evaluate({ type: "openai-chat", baseUrl, ...limits });
    expect(requests.length).toBe(2);
    expect(runs).toMatchObject([{ status: "measured", passed: "fail", end: reason, figures: { calls: 2 } }]);
  });

  test.for([
    [
      "an error",
      { status: 401, json: { error: { message: "Incorrect API key: secret-key-2" } } },
      /401: Incorrect API key: \(key\)/,
    ],
    ["no list of outputs", { json: { id: "x" } }, /has no output/],
    ["outputs that are none", { json: { output: [null, 5, { type: "message", content: 7 }] } }, null],
  ] as const)(
    "whose endpoint answers with %s ends without harm, and the key is never told.",
    async ([, reply, reason]) => {
      vi.stubEnv("EVAL_KEY", "secret-key-2");
      const baseUrl = await fixedEndpoint("/responses", reply);
      const { runs } = await evaluate({ type: "openai-responses", baseUrl, keyEnv: "EVAL_KEY" });
      if (reason === null) return expect(runs).toMatchObject([{ status: "measured", passed: "fail", answer: null }]);
      expect(runs).toMatchObject([{ status: "missing", reason: expect.stringMatching(reason) as unknown }]);
      expect(JSON.stringify(runs)).not.toContain("secret-key-2");
    },
  );

  test("is not asked beyond the limit, and what all would cost is known before.", async () => {
    const { baseUrl, requests } = await scriptedEndpoint("anthropic", []);
    const source = { type: "anthropic", baseUrl, model: "m", maxRounds: 5, maxTokens: 1000 };
    const suite = await sampleSuite({ repetitions: 4, sources: [source] });
    expect(planLive(suite)).toEqual({ runs: 8, requests: 40, tokens: 8000, models: [`m at ${baseUrl}`] });
    expect(planLive(suite, 2)).toMatchObject({ runs: 2, requests: 10 });
    expect(requests.length).toBe(0);
    const folder = join(folderWith({}), "out");
    const { runs, remarks } = await evaluateSuite(suite, { folder, again: false, signal: NEVER, limit: 2 });
    expect(requests.length).toBe(2);
    expect(runs.map(({ status }) => status)).toEqual([
      ...Array<string>(2).fill("measured"),
      ...Array<string>(6).fill("missing"),
    ]);
    expect(remarks.join(" ")).toContain("6 of 8 runs are missing.");
  });

  test("that does not answer is ended by its time, and one that is stopped is no failure of the model.", async () => {
    const silent = createServer((_request, response) => {
      // Without an end.
      response.writeHead(200).write(" ");
    });
    onTestFinished(() => silent.closeAllConnections());
    onTestFinished(() => void silent.close());
    const { promise, resolve } = Promise.withResolvers<void>();
    silent.listen(0, "127.0.0.1", resolve);
    await promise;
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { runs } = await evaluate({ type: "anthropic", baseUrl, timeoutMs: 1500 });
    expect(runs).toMatchObject([{ status: "measured", passed: "fail", end: "timeout", answer: null }]);
    const stop = new AbortController();
    silent.on("request", () => stop.abort());
    const suite = await sampleSuite({ sources: [{ type: "openai-chat", baseUrl, model: "m" }] });
    const stopped = await evaluateSuite(suite, {
      folder: join(folderWith({}), "out"),
      again: false,
      signal: stop.signal,
    });
    expect(stopped.runs).toMatchObject([
      { status: "missing", reason: expect.stringContaining("the run ended early (stopped)") as unknown },
      { status: "missing", reason: "left out: the evaluation was stopped" },
    ]);
  });

  test("without its key is refused before anything runs.", async () => {
    const source = { type: "anthropic", baseUrl: "http://127.0.0.1:1", model: "m", keyEnv: "EVAL_KEY_THAT_IS_NOT_SET" };
    const suite = await sampleSuite({ sources: [source] });
    expect(() => planLive(suite)).toThrow(/EVAL_KEY_THAT_IS_NOT_SET, which is to hold the key/);
  });
});
