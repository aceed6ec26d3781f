import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageVersion } from "../../../host/version.ts";
import { ONE_OF_EACH } from "../../unit/events/sample-events.ts";
import { HEADER, problemsOf } from "../../unit/trace/chrome-picture.ts";
import type { ChromeEvent } from "../../../host/trace/chrome/chrome-event.ts";
import { folder, isocell } from "./isocell.ts";

const TRACE = [HEADER, ...ONE_OF_EACH].map((line) => `${JSON.stringify(line)}\n`).join("");

const SUMMARY = [
  "isocell 1.2.3, process 77: 1 session, 1 cell, 2 calls in 0.01 s",
  "slowest:",
  "      8.0 ms  exec  call-1",
  "      4.0 ms  mcp__files__read failed  exec-1",
  "failures: 1 failed",
  "  1 × mcp__files__read, last: no such file",
  "",
].join("\n");

function pictureOf(text: string): readonly ChromeEvent[] {
  return (JSON.parse(text) as { traceEvents: readonly ChromeEvent[] }).traceEvents;
}

describe("isocell trace", () => {
  test("writes the picture to standard output and the summary to standard error", async () => {
    const cwd = await folder({ "t.jsonl": TRACE });
    const { code, stdout, stderr } = await isocell(["trace", "t.jsonl"], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: SUMMARY });
    const events = pictureOf(stdout);
    expect(problemsOf(events)).toEqual([]);
    expect(events.filter(({ ph }) => ph === "X").map(({ name }) => name)).toEqual([
      "step",
      "mcp__files__read",
      "cell 1",
      "exec",
    ]);
  });

  test("writes to a file with --out, and reads standard input with -", async () => {
    const cwd = await folder();
    const { code, stdout, stderr } = await isocell(["trace", "-", "--out", "t.json"], { cwd, input: TRACE });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: SUMMARY });
    expect(problemsOf(pictureOf(await readFile(join(cwd, "t.json"), "utf8")))).toEqual([]);
  });

  test("names the first twenty lines that it skips and counts the others", async () => {
    const garbage = Array.from({ length: 23 }, () => "garbage\n").join("");
    const cwd = await folder({ "t.jsonl": TRACE + garbage });
    const { code, stderr } = await isocell(["trace", "t.jsonl"], { cwd });
    const first = TRACE.split("\n").length;
    const named = Array.from({ length: 20 }, (_, index) => `line ${first + index}: it is not JSON\n`).join("");
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${named}and 3 lines more like these\n${SUMMARY}` });
  });

  test.each([
    [[], "which trace? Give a file, or - for standard input\nSee: isocell help trace"],
    [["none"], "the trace none can't be read: there is no such file\nSee: isocell help trace"],
    [["dir"], "the trace dir can't be read: it is a folder\nSee: isocell help trace"],
    [["t.jsonl", "--out", "t.jsonl"], "--out t.jsonl is the trace itself; give another file\nSee: isocell help trace"],
    [
      ["t.jsonl", "--out", "no/t.json"],
      "--out no/t.json can't be written: there is no such folder\nSee: isocell help trace",
    ],
    [["t.jsonl", "--out", "dir"], "--out dir can't be written: it is a folder\nSee: isocell help trace"],
    [
      ["text", "--out", "kept"],
      "This is no trace file: it is empty. Make one with isocell run --trace FILE. [invalid_options]",
    ],
  ])("%j ends with 2, says what is wrong and harms no file", async (args, message) => {
    const cwd = await folder({ "t.jsonl": TRACE, text: "", kept: "kept" });
    await mkdir(join(cwd, "dir"));
    expect(await isocell(["trace", ...args], { cwd })).toEqual({
      code: 2,
      stdout: "",
      stderr: `isocell trace: ${message}\n`,
    });
    const left = await Promise.all(["t.jsonl", "kept"].map((name) => readFile(join(cwd, name), "utf8")));
    expect(left).toEqual([TRACE, "kept"]);
  });
});

describe("isocell run --trace", () => {
  test("writes a trace that isocell trace reads, and changes nothing else", async () => {
    const cwd = await folder({ "a.js": "text(6 * 7)" });
    await writeFile(join(cwd, "t.jsonl"), "an earlier file\n");
    const ran = await isocell(["run", "a.js", "-q", "--trace", "t.jsonl"], { cwd });
    expect(ran).toEqual({ code: 0, stdout: "42\n", stderr: "" });
    const [first = ""] = (await readFile(join(cwd, "t.jsonl"), "utf8")).split("\n");
    expect(JSON.parse(first)).toMatchObject({ type: "trace/header", format: 1, version: packageVersion() });
    const traced = await isocell(["trace", "t.jsonl", "--out", "t.json"], { cwd });
    expect(traced.code).toBe(0);
    expect(traced.stderr.startsWith(`isocell ${packageVersion()}, process `)).toBe(true);
    expect(problemsOf(pictureOf(await readFile(join(cwd, "t.json"), "utf8")))).toEqual([]);
  });

  test("keeps the exit code of a script that fails", async () => {
    const cwd = await folder({ "a.js": "throw new Error('no')" });
    expect((await isocell(["run", "a.js", "-q", "--trace", "t.jsonl"], { cwd })).code).toBe(1);
    expect((await stat(join(cwd, "t.jsonl"))).size).toBeGreaterThan(0);
  });

  test("ends with 2 when the file can't be written, before anything runs", async () => {
    const cwd = await folder({ "a.js": "text(1)" });
    expect(await isocell(["run", "a.js", "--trace", "no/t.jsonl"], { cwd })).toEqual({
      code: 2,
      stdout: "",
      stderr: "isocell run: The trace file no/t.jsonl can't be written: there is no such folder. [invalid_options]\n",
    });
  });

  test("says when the disk did not take the trace, and still ends as the script did", async (context) => {
    if (process.platform !== "linux") context.skip("only Linux has a disk that is always full");
    const cwd = await folder({ "a.js": "text(1)" });
    const { code, stdout, stderr } = await isocell(["run", "a.js", "-q", "--trace", "/dev/full"], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "1\n" });
    expect(stderr).toMatch(/^warning: the trace \/dev\/full is not complete: ENOSPC/);
  });
});
