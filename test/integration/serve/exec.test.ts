import { describe, expect, test } from "vitest";
import { echo, testHost } from "../../support/test-host.ts";
import { call, connectHttp, connectStreams, header, listen, texts } from "./clients.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("exec", () => {
  test("runs a script with nested calls and answers as a model reads it, over both transports", async () => {
    const host = await testHost({ tools: [echo], mode: "code-only" });
    const { client } = await connectStreams(host);
    const { url } = await listen(host);
    const http = await connectHttp(url);
    const source = "text((await tools.echo({ a: 1 })).a); store('k', 1)";
    for (const each of [client, http.client]) {
      expect((await each.listTools()).tools.map(({ name }) => name)).toEqual(["exec", "wait"]);
      const result = await call(each, "exec", { source });
      expect(texts(result)).toEqual([header("Script completed"), "1"]);
      expect(result.isError).toBeUndefined();
    }
  });

  test("keeps a client's stored values and cells from other clients", async () => {
    const host = await testHost({ tools: [echo], mode: "code-only" });
    const { url } = await listen(host);
    const [a, b] = [await connectHttp(url), await connectHttp(url)];
    await call(a.client, "exec", { source: "store('secret', 42)" });
    const running = await call(a.client, "exec", {
      source: "await new Promise(() => setInterval(() => {}, 1000))",
      yield_time_ms: 0,
    });
    expect(texts(running)).toEqual([header("Script running with cell ID 2")]);
    expect(texts(await call(b.client, "exec", { source: "text(load('secret'))" }))[1]).toBe("undefined");
    const foreign = await call(b.client, "wait", { cell_id: "2" });
    expect(texts(foreign)).toEqual([header("Script failed"), "Script error:\nexec cell 2 not found"]);
    expect(foreign.isError).toBe(true);
    expect(texts(await call(a.client, "exec", { source: "text(load('secret'))" }))[1]).toBe("42");
  });

  test("counts lines as they stand in the source, whether options come as arguments or in its first line", async () => {
    const { client } = await connectStreams(await testHost({ mode: "code-only" }));
    const failing = "\n\nthrow new Error('here')";
    const byArguments = await call(client, "exec", { source: failing, max_output_tokens: 500, yield_time_ms: 9000 });
    expect(byArguments.isError).toBe(true);
    expect(texts(byArguments)[1]).toMatch(/^Script error:\nError: here\n {4}at exec_main\.mjs:3:/u);
    const byPragma = await call(client, "exec", { source: `// @exec: {"max_output_tokens": 500}${failing}` });
    expect(texts(byPragma)[1]).toMatch(/exec_main\.mjs:3:/u);
  });

  test("lets an argument go before the script's first line, and that before the default", async () => {
    const { client } = await connectStreams(await testHost({ mode: "code-only" }));
    const pragma = '// @exec: {"max_output_tokens": 2}\ntext("x".repeat(100))';
    expect(texts(await call(client, "exec", { source: pragma }))[1]).toContain("23 tokens truncated");
    expect(texts(await call(client, "exec", { source: pragma, max_output_tokens: 1000 }))[1]).toBe("x".repeat(100));
    expect(texts(await call(client, "exec", { source: pragma, max_output_tokens: null }))[1]).toContain("truncated");
  });

  test.each([
    [{}, "exec needs `source`, the JavaScript program as a string; it was missing."],
    [{ source: 3 }, "exec needs `source`, the JavaScript program as a string; it was of type number."],
    [
      { code: "text(1)" },
      'exec has no argument "code". Give the program as `source`; optional are `yield_time_ms` and `max_output_tokens`.',
    ],
    [{ source: "1", yield_time_ms: -1 }, "`yield_time_ms` of exec must be a whole number of at least 0; it was -1."],
    [
      { source: "1", max_output_tokens: "5" },
      "`max_output_tokens` of exec must be a whole number of at least 0; it was of type string.",
    ],
    [{ source: '// @exec: {"x": 1}\n1' }, "exec pragma only supports `yield_time_ms` and `max_output_tokens`; got `x`"],
  ])("says what is wrong with %j", async (args, problem) => {
    const { client } = await connectStreams(await testHost({ mode: "code-only" }));
    const result = await call(client, "exec", args);
    expect([texts(result), result.isError]).toEqual([[problem], true]);
  });

  test("gives images and audio as blocks of the protocol, in order", async () => {
    const { client } = await connectStreams(await testHost({ mode: "code-only" }));
    const wav = Buffer.alloc(4000, 1).toString("base64");
    const source = `text("a"); image("data:image/png;base64,${PIXEL}"); audio({ audio_url: "data:audio/mpeg;base64,${wav}" }); text("b")`;
    const { content } = await call(client, "exec", { source });
    expect(content.slice(1)).toEqual([
      { type: "text", text: "a" },
      { type: "image", data: PIXEL, mimeType: "image/png" },
      { type: "audio", data: wav, mimeType: "audio/mpeg" },
      { type: "text", text: "b" },
    ]);
  });

  test("yields, and wait gives the rest", async () => {
    const { client } = await connectStreams(await testHost({ mode: "code-only" }));
    const source = "text('first'); yield_control(); text('second')";
    expect(texts(await call(client, "exec", { source }))).toEqual([header("Script running with cell ID 1"), "first"]);
    expect(texts(await call(client, "wait", { cell_id: "1" }))).toEqual([header("Script completed"), "second"]);
  });

  test("never takes longer than the longest yield, whatever is asked for", async () => {
    const host = await testHost({ mode: "code-only" });
    const { client } = await connectStreams(host, { maxYieldTimeMs: 20 });
    const source = "await new Promise((resolve) => setTimeout(resolve, 60_000))";
    const result = await call(client, "exec", { source, yield_time_ms: 600_000 });
    expect(texts(result)).toEqual([header("Script running with cell ID 1")]);
    expect(texts(await call(client, "wait", { cell_id: "1", yield_time_ms: 600_000 }))).toEqual([
      header("Script running with cell ID 1"),
    ]);
    expect(texts(await call(client, "wait", { cell_id: "1", terminate: true }))).toEqual([header("Script terminated")]);
  });

  test("keeps its arguments when a hook puts another source in place of its own, and tells what the hook adds", async () => {
    const seen: unknown[] = [];
    const rewrite = {
      matcher: "exec",
      before: ({ input }: { readonly input: unknown }) => {
        seen.push(input);
        return { input: { source: "text('y'.repeat(100))" }, context: "rewritten" };
      },
    };
    const { client } = await connectStreams(await testHost({ mode: "code-only", hooks: [rewrite] }));
    const result = await call(client, "exec", { source: "text('x')", max_output_tokens: 2 });
    expect(seen).toEqual([{ source: "text('x')" }]);
    expect(texts(result)).toEqual([
      header("Script completed"),
      expect.stringMatching(/yyyy….*truncated/u),
      "rewritten",
    ]);
  });

  test("runs beside another one of the same client", async () => {
    const { client } = await connectStreams(await testHost({ mode: "code-only" }));
    const first = call(client, "exec", {
      source: "for (;;) { if (load('go')) break; await new Promise((r) => setTimeout(r, 5)); }",
    });
    // It would never be answered if it had to wait for the first one, which waits for being terminated.
    expect(texts(await call(client, "exec", { source: "text('beside')" }))[1]).toBe("beside");
    await call(client, "wait", { cell_id: "1", terminate: true });
    expect(texts(await first)).toEqual([header("Script terminated")]);
  });
});
