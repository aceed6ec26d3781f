import { describe, expect, onTestFinished, test, vi } from "vitest";
import { testTools } from "./command-tools.ts";

const MB = 1_000_000;

describe("Output", () => {
  test("of both kinds comes in the order it was written", async () => {
    const { run } = await testTools();
    const { output } = await run("for i in $(seq 200); do echo out$i; echo err$i >&2; done");
    const lines = Array.from({ length: 200 }, (_, index) => [`out${index + 1}`, `err${index + 1}`]).flat();
    expect(output).toBe(`${lines.join("\n")}\n`);
  });

  test("can be written to by the names of the devices", async () => {
    const { run } = await testTools();
    expect(await run("echo a > /dev/stderr; echo b > /dev/stdout; echo c | tee /dev/stderr")).toMatchObject({
      exit_code: 0,
      output: "a\nb\nc\nc\n",
    });
  });

  test("comes where no named pipes can be made, too", async () => {
    vi.stubEnv("PATH", "/nowhere");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { run } = await testTools();
    const { output } = await run("echo a; echo b >&2; printf '\\303'; printf '\\274'", { login: false });
    // Two streams: each in its own order.
    expect(output.match(/a\n|b\n|ü/gu)?.toSorted()).toEqual(["a\n", "b\n", "ü"]);
  });

  test("is whole characters, however a command cuts them", async () => {
    const { run } = await testTools();
    const { output } = await run(
      String.raw`for b in '\360' '\237' '\230' '\200' '\303'; do printf "$b"; sleep 0.05; done`,
    );
    expect(output).toBe("😀\uFFFD");
  });

  test("of 100 MB costs less than 20 MB", async () => {
    const { run } = await testTools();
    await run("head -c 5000000 /dev/zero");
    const before = process.memoryUsage.rss();
    let most = 0;
    const sample = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
    const { exit_code, original_token_count } = await run("head -c 100000000 /dev/zero", { max_output_tokens: 100 });
    clearInterval(sample);
    expect({ exit_code, original_token_count }).toEqual({ exit_code: 0, original_token_count: 25 * MB });
    expect(Math.max(most, process.memoryUsage.rss()) - before).toBeLessThan(20 * MB);
  });

  test("of 1 GB is survived, and its beginning and end are there", async () => {
    const { run } = await testTools();
    const { exit_code, original_token_count, output } = await run("echo begin; head -c 1000000000 /dev/zero; echo end");
    expect({ exit_code, original_token_count }).toEqual({ exit_code: 0, original_token_count: 250_000_003 });
    expect(output.startsWith("begin\n")).toBe(true);
    expect(output.endsWith("end\n")).toBe(true);
    expect(output.length).toBeLessThan(1.1 * MB);
  });
});

describe("The end of a command", () => {
  test("is told at once, though something it started holds its output open", async () => {
    const { run } = await testTools();
    const startedAt = performance.now();
    expect(await run("sleep 60 & echo done")).toMatchObject({ exit_code: 0, output: "done\n" });
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  test("does not keep what it left running from writing on", async () => {
    const { run } = await testTools();
    await run("(until [ -e go ]; do sleep 0.01; done; echo late && touch wrote) & echo done");
    await run("touch go; until [ -e wrote ]; do sleep 0.01; done");
  });

  test.for([
    ["kill -9 $$", 137],
    ["kill -TERM $$", 143],
    ["exit 3", 3],
    ["nosuchcommand 2>/dev/null", 127],
  ] as const)("by %s has the code of a shell", async ([cmd, exit_code]) => {
    const { run } = await testTools();
    expect(await run(cmd)).toMatchObject({ exit_code, output: "" });
  });
});
