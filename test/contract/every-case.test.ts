// Every case of the reference is replayed by a test that names it, or is named here with the test that stands for it.
import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const CASES = join(ROOT, "test/fixtures/spec");
/** What a test imports that replays cases. */
const READS_CASES = /from "[./\w-]*(?:spec-cases|dynamic-stage|\/case)\.ts"/u;

/** Cases that one test replays together, without naming them, and that test. */
const TOGETHER: readonly (readonly [cases: RegExp, title: string])[] = [
  [/^small_tools\/mcp_resource:/u, "All are answered as in the reference"],
  [
    /^dispatch\/mcp_(?!without)/u,
    "of a tool of an MCP server is answered as in the reference, behind the time that it took",
  ],
  [/^parallel\/starts_before_the_response_completes$/u, "start when they are added, not when the response is complete"],
];

/** Cases that are answered otherwise on purpose without being named by a test: why, and the test that shows how. */
const DIFFERENT: readonly (readonly [cases: RegExp, why: string, title: string])[] = [
  [
    /^dispatch\/payload_mismatch:/u,
    "a model that reads no more than `aborted` does not know what was wrong",
    "of a kind that the tool does not take is answered with a sentence, and the others go on",
  ],
  [/^code_mode\/syntax_error$/u, "a model finds the place sooner", "a mistake of syntax is shown in its line"],
  [
    /^code_mode\/budget_over_history$/u,
    "a second cut would hide what the first one says",
    "a budget above the usual one is honoured, and what is cut is said",
  ],
];

function idsOf(file: string): readonly string[] {
  const read = JSON.parse(readFileSync(join(CASES, file), "utf8")) as unknown;
  const cases = (Array.isArray(read) ? read : (read as { readonly cases: unknown }).cases) as { readonly id: string }[];
  return cases.map(({ id }) => id);
}

/** Titles of all tests that replay cases: collected, not run. */
async function titles(): Promise<readonly string[]> {
  const files = globSync("test/**/*.test.ts", { cwd: ROOT }).filter((file) =>
    READS_CASES.test(readFileSync(join(ROOT, file), "utf8")),
  );
  const folder = mkdtempSync(join(tmpdir(), "isocell-titles-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const list = join(folder, "list.json");
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "list", "--no-static-parse", `--json=${list}`, ...files];
  // What says that this is a test run already would keep the other one from being one of its own.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 });
  const tests = JSON.parse(readFileSync(list, "utf8")) as { readonly name: string }[];
  return tests.map(({ name }) => name.split(" > ").at(-1) ?? "");
}

/** Whether a title names a case. Ids that are long are cut in titles. */
function names(title: string, id: string): boolean {
  for (let at = title.indexOf(id); at >= 0; at = title.indexOf(id, at + 1)) {
    const [before, after] = [title[at - 1] ?? " ", title[at + id.length] ?? " "];
    if (/[\s(]/u.test(before) && /[\s,):]/u.test(after)) return true;
  }
  return title
    .split(/[\s()]+/u)
    .some((word) => word.length > 30 && word.endsWith("…") && id.startsWith(word.slice(0, -1)));
}

test("Every case is replayed by a test or stands here with its reason, and nothing stands here twice", async () => {
  const all = readdirSync(CASES)
    .filter((file) => file.endsWith("-cases.json"))
    .flatMap(idsOf);
  const known = await titles();
  expect(all.length).toBe(690);
  const unnamed = all.filter((id) => !known.some((title) => names(title, id)));
  const entries = [...TOGETHER, ...DIFFERENT.map(([cases, , title]) => [cases, title] as const)];
  expect(entries.filter(([, title]) => !known.includes(title)).map(([, title]) => title)).toEqual([]);
  expect(unnamed.filter((id) => !entries.some(([cases]) => cases.test(id)))).toEqual([]);
  expect(entries.filter(([cases]) => !unnamed.some((id) => cases.test(id))).map(([cases]) => cases.source)).toEqual([]);
}, 180_000);
