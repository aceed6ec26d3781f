import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createApplyPatchTool, readPatchCommand } from "../../../tools/builtin/index.ts";
import { BARE_PATCH } from "../../../tools/builtin/apply-patch/texts.ts";
import { contextOf } from "./support/call-context.ts";
import { patchCases } from "./support/patch-spec-cases.ts";
import { filesIn, workspace } from "./support/workspace.ts";

const ofTool = patchCases.filter(({ input }) => input.patch !== undefined);
const ofShell = patchCases.filter(({ input }) => input.exec_command !== undefined);

/** What a model reads of a call, whether it went well or not. */
async function outputOf(cwd: string, patch: string): Promise<string> {
  try {
    const { output } = await createApplyPatchTool({ cwd }).handle(patch, contextOf());
    return output.content.map((item) => (item.type === "text" ? item.text : item.type)).join("");
  } catch (error) {
    return (error as Error).message;
  }
}

describe("apply_patch answers as in the reference", () => {
  test.for(ofTool)("$id", async ({ input, expected }) => {
    const work = await workspace();
    await mkdir(join(work, "D"));
    for (const [name, text] of Object.entries(input.filesBefore ?? {})) await writeFile(join(work, "D", name), text);
    const output = await outputOf(work, input.patch ?? "");
    const normal = output.replaceAll(work, "$WORK").replace(/Wall time: [\d.]+ seconds/, "Wall time: <t> seconds");
    expect({ output: normal, filesAfter: await filesIn(join(work, "D")) }).toEqual({
      output: expected.output,
      filesAfter: expected.filesAfter,
    });
  });

  test.for(ofShell)("$id", ({ input, expected }) => {
    expect([readPatchCommand(input.exec_command ?? ""), BARE_PATCH]).toEqual([{ kind: "bare" }, expected.body]);
  });

  test("in every case there is", () => {
    expect([patchCases.length, ofTool.length + ofShell.length]).toEqual([37, 37]);
  });
});
