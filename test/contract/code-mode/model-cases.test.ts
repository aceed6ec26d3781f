import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { Host } from "../../../host/index.ts";
import { readCases, readDifferences } from "./case.ts";
import { playModelCase } from "./play-model-case.ts";

const cases = readCases("model");
const differences = readDifferences();

test("every listed difference names a case", () => {
  const ids = new Set([...readCases("host"), ...cases].map(({ id }) => id));
  expect([...differences.keys()].filter((id) => !ids.has(id))).toEqual([]);
});

describe.each(["cell", "session"] as const)("with isolation %s", (isolation) => {
  let host: Host;
  beforeAll(async () => {
    host = await createHost({
      isolation,
      pool: { processes: 1 },
      builtins: { tools: ["exec_command", "view_image"], roots: null },
    });
  });
  afterAll(() => host.close());

  test("there are cases to replay", () => {
    expect(cases.length).toBeGreaterThan(30);
  });

  describe("a model reads what it reads of the reference", () => {
    test.each(cases.filter(({ id }) => !differences.has(id)))("$id", async (one) => {
      expect(await playModelCase(one, host)).toEqual(one.expected.outputs);
    });
  });

  // A difference that is none any more fails here, and leaves the list.
  describe("a listed difference is one", () => {
    test.each(cases.filter(({ id }) => differences.has(id)))("$id", async (one) => {
      expect(await playModelCase(one, host)).not.toEqual(one.expected.outputs);
    });
  });
});
