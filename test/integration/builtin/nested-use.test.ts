import { readdirSync, readlinkSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { builtinHost } from "../../support/builtin-host.ts";
import { childrenOf, until } from "../../support/processes.ts";
import { textsOf } from "../../support/test-host.ts";

const TO_THE_END = { yieldTimeMs: null };
const TOOLS = ["exec_command", "apply_patch"] as const;

/** Children of this process that work in a folder: commands. */
function commandsIn(work: string): readonly number[] {
  return childrenOf(process.pid).filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === work;
    } catch {
      return false;
    }
  });
}

describe.skipIf(process.platform !== "linux")(
  "One script (processes are looked for in /proc, which needs Linux)",
  () => {
    test("runs 200 commands at once: all succeed, the ledger has each, and none is left", async () => {
      const { host, work } = await builtinHost({ builtins: { tools: TOOLS, commands: { parallel: "always" } } });
      const outcome = await host.openSession().run(
        `const all = await Promise.all(Array.from({ length: 200 }, (_, at) => tools.exec_command({ cmd: "echo " + at })));
       text(all.every(({ exit_code, output }, at) => exit_code === 0 && output === at + "\\n"));`,
        TO_THE_END,
      );
      expect(textsOf(outcome)).toEqual(["true"]);
      const { calls } = outcome;
      expect([calls.length, new Set(calls.map(({ callId }) => callId)).size]).toEqual([200, 200]);
      expect(new Set(calls.map(({ name, outcome: end }) => `${name} ${end}`))).toEqual(
        new Set(["exec_command succeeded"]),
      );
      await until("no command is left", () => commandsIn(work).length === 0);
    });

    test("patches 100 files, and looks at them with commands in between", async () => {
      const { host, work } = await builtinHost({ builtins: { tools: TOOLS } });
      for (let at = 0; at < 100; at += 1) await writeFile(join(work, `f${at}`), `before ${at}\n`);
      const outcome = await host.openSession().run(
        `const patch = (at) => "*** Begin Patch\\n*** Update File: f" + at + "\\n@@\\n-before " + at + "\\n+after " + at + "\\n*** End Patch";
       const looked = await Promise.all(Array.from({ length: 100 }, async (_, at) => {
         await tools.apply_patch(patch(at));
         return at % 10 === 0 ? (await tools.exec_command({ cmd: "cat f" + at })).output : "after " + at + "\\n";
       }));
       text(looked.every((output, at) => output === "after " + at + "\\n"));`,
        TO_THE_END,
      );
      expect(textsOf(outcome)).toEqual(["true"]);
      expect(outcome.calls.map(({ name, outcome: end }) => `${name} ${end}`).toSorted()).toEqual([
        ...Array<string>(100).fill("apply_patch succeeded"),
        ...Array<string>(10).fill("exec_command succeeded"),
      ]);
      const names = await readdir(work);
      const contents = await Promise.all(names.map((name) => readFile(join(work, name), "utf8")));
      expect(contents).toEqual(names.map((name) => `after ${name.slice(1)}\n`));
    });

    test("that is cancelled half-way leaves nothing running, and a ledger that is true", async () => {
      const { host, work } = await builtinHost({ builtins: { tools: TOOLS, commands: { parallel: "always" } } });
      const cancel = new AbortController();
      const running = host.openSession().run(
        `const add = (name) => tools.apply_patch("*** Begin Patch\\n*** Add File: " + name + "\\n+x\\n*** End Patch");
       for (let at = 0; at < 20; at++) await add("early" + at);
       const long = Array.from({ length: 30 }, (_, at) => tools.exec_command({ cmd: "touch began" + at + "; sleep 60; touch ended" + at }));
       await Promise.all([...long, ...Array.from({ length: 50 }, (_, at) => add("late" + at))]);`,
        { ...TO_THE_END, signal: cancel.signal },
      );
      const began = (): number => readdirSync(work).filter((name) => name.startsWith("began")).length;
      await until("all long commands run", () => began() === 30, 20_000);
      expect(commandsIn(work)).toHaveLength(30);
      cancel.abort(new Error("half-way"));
      const { status, calls } = await running;
      expect(status).toBe("terminated");
      const counted = Map.groupBy(calls, ({ name, outcome }) => `${name} ${outcome}`);
      expect(Object.fromEntries([...counted].map(([what, group]) => [what, group.length]))).toEqual({
        "apply_patch succeeded": 20,
        "apply_patch cancelled": 50,
        "exec_command cancelled": 30,
      });
      await until("no command is left", () => commandsIn(work).length === 0);
      const kinds = (await readdir(work)).map((name) => name.replace(/\d+$/u, ""));
      expect(new Set(kinds)).toEqual(new Set(["early", "began"]));
      expect(kinds.filter((kind) => kind === "early")).toHaveLength(20);
    });
  },
);
