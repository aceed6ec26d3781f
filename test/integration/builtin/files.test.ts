// The tools that read files as an embedder has them: in a host, called by scripts.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, expect, test } from "vitest";
import { createFileTools } from "../../../tools/builtin/files/create-file-tools.ts";
import { AllowedRoots } from "../../../tools/builtin/paths/allowed-roots.ts";
import { createViewImageTool } from "../../../tools/builtin/view-image/view-image.ts";
import type { HostOptions, Outcome, Session } from "../../../host/index.ts";
import { testHost } from "../../support/test-host.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function sessionIn(folder: string, options: HostOptions = {}): Promise<Session> {
  const roots = new AllowedRoots(folder);
  const tools = [...createFileTools({ roots }), createViewImageTool({ roots })];
  return (await testHost({ tools, pool: { processes: 1 }, ...options })).openSession();
}

async function folderOf(files: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "isocell-host-files-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (let part = 0; part < 10; part++) {
    await mkdir(join(folder, `part-${part}`));
    const names = Array.from({ length: files / 10 }, (_, index) => join(folder, `part-${part}`, `${index}.txt`));
    await Promise.all(names.map((name, index) => writeFile(name, `file ${index} of part ${part}\n`.repeat(50))));
  }
  return folder;
}

function textOf({ error, content }: Outcome): string {
  if (error !== undefined) throw new Error(error.message);
  return content.map((item) => (item.type === "text" ? item.text : item.type)).join("\n");
}

test("A script reads a thousand files at once without a shell", async () => {
  const session = await sessionIn(await folderOf(1_000));
  const started = performance.now();
  const outcome = await session.run(`
    const { paths, truncated } = await tools.find_files({ pattern: "*.txt", limit: 10_000 });
    const files = await Promise.all(paths.map((path) => tools.read_file({ path })));
    const lines = files.reduce((sum, { total_lines }) => sum + total_lines, 0);
    text(JSON.stringify({ files: files.length, truncated, lines, last: files.at(-1).text.slice(0, 18) }));
  `);
  console.log(`1,000 files found and read by a script in ${(performance.now() - started).toFixed(0)} ms`);
  expect(JSON.parse(textOf(outcome))).toEqual({
    files: 1_000,
    truncated: false,
    lines: 50_000,
    last: "file 99 of part 9\n",
  });
  expect(outcome.calls).toHaveLength(1_001);
});

test("A script works with what the tools give it: it goes on where a list was cut, and slices matches by their ranges", async () => {
  const session = await sessionIn(await folderOf(100));
  const outcome = await session.run(`
    const found = [];
    for (let offset = 0; offset !== undefined; ) {
      const part = await tools.search_text({ query: "of part [34]$", regex: true, limit: 300, offset });
      found.push(...part.matches);
      offset = part.next_offset;
    }
    const texts = new Set(found.map(({ text, ranges: [[from, to]] }) => text.slice(from, to)));
    const { entries } = await tools.list_dir({ path: "part-3", limit: 1 });
    text(JSON.stringify([found.length, [...texts], entries[0].size]));
    try { await tools.read_file({ path: "../x" }) } catch (error) { text(error.message.split(" (")[0]) }
    try { await tools.read_file({ path: "part-0/0.txt", ofset: 3 }) } catch (error) { text(error.message) }
  `);
  expect(textOf(outcome)).toBe(
    '[1000,["of part 3","of part 4"],850]\n../x is outside of the allowed folders\n' +
      "`ofset` is not a known property; did you mean `offset`?",
  );
});

test("A script shows an image with image(), and its declarations say what the tools give", async () => {
  const folder = await folderOf(10);
  await writeFile(join(folder, "pixel.png"), Buffer.from(PIXEL, "base64"));
  const session = await sessionIn(folder, { mode: "code-only" });
  const outcome = await session.run('image(await tools.view_image({ path: "pixel.png" }))');
  expect(outcome.content).toEqual([{ type: "image", imageUrl: `data:image/png;base64,${PIXEL}`, detail: "high" }]);
  const step = await session.step();
  const description = JSON.stringify(step.specs.find(({ name }) => name === "exec"));
  for (const typed of ["image_url: string;", "next_offset?: number;", "matches: Array<{", "entries: Array<{"]) {
    expect(description).toContain(typed);
  }
});

test("A model that calls directly reads text", async () => {
  const session = await sessionIn(await folderOf(10));
  const step = await session.step();
  const call = async (name: string, input: object): Promise<string> => {
    const { content } = await step.call({ name, arguments: JSON.stringify(input) });
    return content.map((item) => (item.type === "text" ? item.text : item.type)).join("\n");
  };
  expect(await call("read_file", { path: "part-0/0.txt", max_lines: 1, line_numbers: true })).toBe(
    "1\tfile 0 of part 0\n[Lines 1 to 1. Go on with offset 2.]",
  );
  expect(await call("find_files", { pattern: "part-[01]/*" })).toBe("part-0/0.txt\npart-1/0.txt");
  expect(await call("view_image", { path: "part-0/0.txt" })).toBe(
    "unable to process image: invalid or unsupported image data",
  );
  expect(await call("search_text", {})).toContain("`query` is missing");
});
