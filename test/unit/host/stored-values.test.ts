import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StoredValues } from "../../../host/cells/stored-values.ts";

describe("stored values", () => {
  test("tell a newcomer everything and somebody up to date nothing", () => {
    const stored = new StoredValues();
    stored.commit([["a", "1"]]);
    stored.commit([
      ["b", "2"],
      ["a", "3"],
    ]);
    expect(stored.since(0)).toEqual({
      revision: 2,
      changes: [
        ["b", "2"],
        ["a", "3"],
      ],
    });
    expect(stored.since(2)).toEqual({ revision: 2, changes: [] });
  });

  test("have no new revision when a cell stored nothing", () => {
    const stored = new StoredValues();
    stored.commit([]);
    expect(stored.since(0)).toEqual({ revision: 0, changes: [] });
  });

  test("bring whoever asks now and then to the same state as whoever applies every commit", () => {
    const commit = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.integer().map(String)), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.record({ commit, asks: fc.boolean() })), (moves) => {
        const stored = new StoredValues();
        const everything = new Map<string, string>();
        const replica = new Map<string, string>();
        let at = 0;
        const catchUp = (): void => {
          const { revision, changes } = stored.since(at);
          at = revision;
          for (const [key, json] of changes) replica.set(key, json);
        };
        for (const { commit: changes, asks } of moves) {
          stored.commit(changes);
          for (const [key, json] of changes) everything.set(key, json);
          if (asks) catchUp();
        }
        catchUp();
        expect(replica).toEqual(everything);
      }),
    );
  });
});
