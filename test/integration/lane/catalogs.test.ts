import { onTestFinished, expect, test } from "vitest";
import { RuntimePool } from "../../../host/pool/pool.ts";
import type { CellClient } from "../../../host/pool/attempt.ts";
import { DEFAULT_LIMITS } from "../../../protocol/index.ts";
import type { CatalogFrame } from "../../../protocol/index.ts";
import { residentBytes } from "../../support/processes.ts";

const MB = 1024 * 1024;
const CHANGES = 150;
/** Changes after which the runtime holds as many lists as it will, and garbage of others. */
const SETTLED = 50;
/** Size of one list of tools in the runtime, and most that the last hundred may add: half of what they take. */
const LIST_BYTES = 2 * MB;
const MAX_GROWTH_BYTES = 100 * MB;

/** A list of one tool, named by its number, with a description that takes room. */
function list(revision: number): CatalogFrame {
  return { type: "catalog/define", revision, tools: [[`tool_${revision}`, String(revision % 10).repeat(LIST_BYTES)]] };
}

test("A session whose tools change a hundred times leaves its runtime as small as it was, and any list works", async () => {
  const pool = new RuntimePool({
    processes: 1,
    threads: 1,
    warmIsolates: 1,
    recycleAfterCells: 10_000,
    prestart: true,
    memoryMb: DEFAULT_LIMITS.memoryMb as number,
  });
  onTestFinished(() => pool.close());
  const session = {
    number: 1,
    isolation: "cell",
    callSites: false,
    limits: DEFAULT_LIMITS,
    storedSince: () => ({ revision: 0, changes: [] }),
  } as const;
  /** Names of the tools that a cell with this list sees. */
  const namesWith = (catalog: CatalogFrame): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = "";
      const refuse = (): void => reject(new Error("the cell did not run"));
      const client: CellClient = {
        session,
        catalog,
        source: "text(Object.keys(tools).join())",
        onStarted: () => undefined,
        onEvents: (events) => void (text += events.map(([, said]) => said).join("")),
        onCalls: refuse,
        onYielded: refuse,
        onEnd: ({ error }) => (error === null ? resolve(text) : reject(new Error(error.message))),
        onLost: refuse,
        onUnavailable: reject,
      };
      pool.submit(client);
    });
  const lists = Array.from({ length: CHANGES }, (_, index) => list(index + 1));
  const [first] = lists;
  if (first === undefined) throw new Error("no list");
  for (let i = 0; i < 20; i++) await namesWith(first);
  const [pid = 0] = pool.pids();
  let before = 0;
  for (const catalog of lists) {
    expect(await namesWith(catalog)).toBe(`tool_${catalog.revision}`);
    if (catalog.revision === SETTLED) before = residentBytes(pid);
  }
  expect(pool.pids()[0]).toBe(pid);
  expect(before).toBeGreaterThan(0);
  expect(residentBytes(pid) - before).toBeLessThan(MAX_GROWTH_BYTES);
  // Those it was made to forget are sent again.
  for (const catalog of [lists[3], lists[50], lists[149], first]) {
    if (catalog !== undefined) expect(await namesWith(catalog)).toBe(`tool_${catalog.revision}`);
  }
});
