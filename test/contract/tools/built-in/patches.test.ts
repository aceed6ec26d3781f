import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtinHost, callWith, shownText } from "../../../support/builtin-host.ts";
import { patchCases } from "../../../unit/apply-patch/support/patch-spec-cases.ts";
import { filesIn } from "../../../unit/apply-patch/support/workspace.ts";

test.for(patchCases)("A host applies a patch as the reference does: $id", async ({ input, expected }) => {
  const { host, work } = await builtinHost({ builtins: { tools: ["apply_patch", "exec_command"] }, mode: "direct" });
  await mkdir(join(work, "D"));
  for (const [name, text] of Object.entries(input.filesBefore ?? {})) await writeFile(join(work, "D", name), text);
  const step = await host.openSession().step();
  const { patch, exec_command: cmd } = input;
  const output = await step.call(
    patch === undefined ? callWith("exec_command", { cmd }) : { name: "apply_patch", input: patch },
  );
  expect(shownText(output).replaceAll(work, "$WORK")).toBe(expected.output ?? expected.body);
  if (expected.filesAfter !== undefined) expect(await filesIn(join(work, "D"))).toEqual(expected.filesAfter);
});
