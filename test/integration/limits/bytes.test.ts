// Limits in bytes are bytes of UTF-8: what is just within one passes, what has one byte more does not.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, defineTool } from "../../../host/index.ts";
import type { Host, Outcome } from "../../../host/index.ts";
import { holdTool, textsOf } from "../../support/test-host.ts";

const hold = holdTool();
/** Takes anything and gives nothing, so that only its argument is measured. */
const take = defineTool({ name: "take", description: "", inputSchema: true, handler: async () => null });
let host: Host;
beforeAll(async () => {
  host = await createHost({ tools: [take, hold.tool] });
});
afterAll(() => host.close());

const NEVER = { yieldTimeMs: null };

/** Texts whose UTF-8 has 1, 2, 3 and 4 bytes a character. */
const CHARACTERS = ["x", "é", "€", "📏"];
const COUNT = 100;

/** Bytes of the JSON text of so many characters. */
function jsonBytes(character: string): number {
  return Buffer.byteLength(JSON.stringify(character.repeat(COUNT)));
}

describe.each(CHARACTERS)("with texts of %s", (character) => {
  const bytes = jsonBytes(character);
  const value = `"${character}".repeat(${COUNT})`;

  async function call(payloadBytes: number): Promise<Outcome> {
    const session = host.openSession({ limits: { payloadBytes } });
    const outcome = await session.run(`await tools.take(${value}); text("fits")`, NEVER);
    await session.close();
    return outcome;
  }

  test("an argument counts with its bytes", async () => {
    expect(textsOf(await call(bytes))).toEqual(["fits"]);
  });

  test("an argument of one byte more is refused with its size and the limit", async () => {
    const { error } = await call(bytes - 1);
    expect(error?.code).toBe("payload_too_large");
    expect(error?.message).toContain(
      `The argument is ${bytes} bytes long as JSON, the limit payloadBytes is ${bytes - 1}.`,
    );
  });

  test("a result counts with its bytes", async () => {
    const results: Outcome[] = [];
    for (const payloadBytes of [bytes, bytes - 1]) {
      const session = host.openSession({ limits: { payloadBytes } });
      const before = hold.calls.length;
      const running = session.run("text((await tools.hold()).length)", NEVER);
      (await hold.call(before)).resolve(character.repeat(COUNT));
      results.push(await running);
      await session.close();
    }
    const [within, over] = results;
    expect(within && textsOf(within)).toEqual([String(character.length * COUNT)]);
    expect(over?.error?.code).toBe("payload_too_large");
    expect(over?.error?.message).toContain(
      `The result is ${bytes} bytes long as JSON, the limit payloadBytes is ${bytes - 1}.`,
    );
  });

  test("a key and a value that are stored count with their bytes, also in the session's next cell", async () => {
    const key = character.repeat(10);
    const total = bytes + Buffer.byteLength(key);
    const store = `store("${key}", ${value}); text("stored")`;
    const limits = { storedBytes: total };
    const session = host.openSession({ limits });
    expect(textsOf(await session.run(store, NEVER))).toEqual(["stored"]);
    // Nothing more goes in, but the same again takes the same room.
    const { error } = await session.run('store("k", 1)', NEVER);
    expect(error?.code).toBe("store_full");
    expect(error?.message).toContain("this cell may add 0 bytes");
    expect(textsOf(await session.run(store, NEVER))).toEqual(["stored"]);
    expect(textsOf(await session.run(`text(load("${key}") === ${value})`, NEVER))).toEqual(["true"]);
    await session.close();
    const tight = host.openSession({ limits: { storedBytes: total - 1 } });
    expect((await tight.run(store, NEVER)).error?.code).toBe("store_full");
    await tight.close();
  });

  test("values stored one after the other in a cell count with their bytes together", async () => {
    const total = 5 * (bytes + 1);
    const store = `for (let i = 0; i < 5; i++) store(String(i), ${value}); store("0", ${value}); text("stored")`;
    const ends: (readonly string[] | string | undefined)[] = [];
    for (const storedBytes of [total, total - 1]) {
      const session = host.openSession({ limits: { storedBytes } });
      const outcome = await session.run(store, NEVER);
      ends.push(outcome.error?.code ?? textsOf(outcome));
      await session.close();
    }
    expect(ends).toEqual([["stored"], "store_full"]);
  });
});

test("a value that is replaced by a smaller one makes room for another, in the same cell and in the next", async () => {
  const session = host.openSession({ limits: { storedBytes: 1000 } });
  const outcome = await session.run(
    'store("a", "€".repeat(300)); store("a", 1); store("b", "€".repeat(300)); text("stored")',
    NEVER,
  );
  expect(textsOf(outcome)).toEqual(["stored"]);
  expect(textsOf(await session.run('store("b", 1); store("c", "€".repeat(300)); text("stored")', NEVER))).toEqual([
    "stored",
  ]);
  expect((await session.run('store("d", "€".repeat(300))', NEVER)).error?.code).toBe("store_full");
  await session.close();
});

test("output that is left out is counted in bytes", async () => {
  const session = host.openSession({ limits: { outputBytes: 4 } });
  const { warnings } = await session.run('text("éé"); text("€€"); text("📏")', NEVER);
  expect(warnings.join()).toContain("; 10 more were left out");
  await session.close();
});
