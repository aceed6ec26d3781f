import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collect, folder, isocell, start } from "./isocell.ts";

const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SUMMARY = /^completed in \d+\.\d+ s, 0 calls(, \d+\.\d [KM]B)?\n$/;

test("A script's text goes to standard output, a summary to standard error.", async () => {
  const { code, stdout, stderr } = await isocell(["run", "-"], {
    input: 'text("one"); text({ two: 2 }); text("three\\n")',
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'one\n{"two":2}\nthree\n' });
  expect(stderr).toMatch(SUMMARY);
});

test("Text is there before the script ends.", async () => {
  const child = start(["run", "-q", "-"], await folder());
  const ended = collect(child);
  const { promise, resolve } = Promise.withResolvers<string>();
  child.stdout.once("data", resolve);
  child.stdin.end('text("early"); await new Promise((resolve) => setTimeout(resolve, 60_000))');
  expect(await promise).toBe("early\n");
  child.kill("SIGTERM");
  expect((await ended).code).toBe(143);
});

test("A script that throws ends with 1, with position, stack and excerpt.", async () => {
  const cwd = await folder({ "bad.js": 'const a = 1;\nfunction f() {\n  throw new Error("boom");\n}\nf();\n' });
  const { code, stdout, stderr } = await isocell(["run", "--quiet", "bad.js"], { cwd });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr.split("\n").slice(0, 4)).toEqual([
    "bad.js:3:9: script error",
    "Error: boom",
    "    at f (bad.js:3:9)",
    "    at bad.js:5:1",
  ]);
  expect(stderr).toContain('3 |   throw new Error("boom");\n  |         ^\n');
});

test("A syntax error ends with 1 and its position.", async () => {
  const { code, stderr } = await isocell(["run", "-"], { input: "let a = ;" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^stdin:1:9: syntax error\nSyntaxError: /);
});

test.each([
  ["await new Promise((resolve) => setTimeout(resolve, 60_000))", "a script that waits"],
  ["for (;;);", "a script that computes"],
])("%s is ended by --timeout with 3: %s.", async (input) => {
  const { code, stderr } = await isocell(["run", "-", "--timeout", "700ms"], { input });
  expect(code).toBe(3);
  expect(stderr).toMatch(/^stdin(:\d+:\d+)?: wall error\n/);
});

test("A limit of the configuration ends the script with 3.", async () => {
  const cwd = await folder({ "isocell.json": '{ "limits": { "sourceBytes": 10 } }' });
  const { code, stderr } = await isocell(["run", "-"], { cwd, input: 'text("a long script")' });
  expect(code).toBe(3);
  expect(stderr).toContain("source_too_large");
});

test("--json prints the whole outcome, across yields, and nothing else.", async () => {
  const { code, stdout, stderr } = await isocell(["run", "--json", "-q", "-"], {
    input:
      'text("a"); yield_control(); await new Promise((resolve) => setTimeout(resolve, 50)); text("b"); throw new Error("no")',
  });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({
    status: "failed",
    content: [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ],
    error: { code: "script" },
    calls: [],
  });
});

test("Images and sounds are written to the folder of --out, and named where they stand in the output.", async () => {
  const cwd = await folder();
  const input = `text("before"); image("data:image/png;base64,${DOT}"); audio("data:audio/wav;base64,AAAA"); text("after")`;
  const { code, stdout } = await isocell(["run", "-q", "--out", "deep/media", "-"], { cwd, input });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: "before\n[image: deep/media/image-1.png]\n[audio: deep/media/audio-2.wav]\nafter\n",
  });
  expect((await readFile(join(cwd, "deep/media/image-1.png"))).toString("base64")).toBe(DOT);
  const omitted = await isocell(["run", "-q", "-"], { cwd, input });
  expect(omitted.stdout).toContain("before\n[image omitted: image/png, 70 B; --out DIR keeps it]\n");
});

test("A tool module of the configuration gives scripts tools.", async () => {
  const tool = `{ name: "add", namespace: "", kind: "function", exposure: "direct", parallel: () => true,
    spec: { type: "function", namespace: "", name: "add", description: "Adds.", inputSchema: {} },
    handle: async ({ a, b }) => ({ value: a + b, output: { content: [], success: true } }) }`;
  const cwd = await folder({
    "isocell.json": '{ "tools": ["./add.mjs"] }',
    "add.mjs": `export default ${tool};\nsetInterval(() => {}, 1000);\n`,
  });
  const { code, stdout, stderr } = await isocell(["run", "-"], { cwd, input: "text(await tools.add({ a: 1, b: 2 }))" });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "3\n" });
  expect(stderr).toContain(", 1 call,");
});
