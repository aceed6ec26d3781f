import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { builtinHost, callWith, shownText } from "../../../support/builtin-host.ts";
import { specCases } from "../../../unit/tools/spec-cases.ts";

const INPUTS: Readonly<Record<string, object>> = {
  missing: { path: "/no/img.png" },
  no_path: {},
  not_an_image: { path: "text.png" },
  directory: { path: "$TMP" },
  relative: { path: "rel.png" },
  detail_low: { path: "text.png", detail: "low" },
};

const cases = specCases<{ readonly call: string }, { readonly body: string }>("small-tools-cases.json").filter(
  ({ id }) => id.startsWith("small_tools/view_image:"),
);

// The cases of the tools over callbacks are replayed in test/unit/builtin/small, those of MCP resources in mcp.test.ts.
test.for(cases)("view_image of a host answers as in the reference: $id", async ({ input, expected }) => {
  const folder = await mkdtemp(join(tmpdir(), "isocell-other-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { host, work } = await builtinHost({ builtins: { tools: ["view_image"], roots: null }, mode: "direct" });
  await writeFile(join(work, "text.png"), "no image");
  const filled = (text: string): string => text.replaceAll("$WORK", work).replaceAll("$TMP", folder);
  const asked = JSON.parse(filled(JSON.stringify(INPUTS[input.call]))) as object;
  const output = await (await host.openSession().step()).call(callWith("view_image", asked));
  expect(shownText(output)).toBe(filled(expected.body));
});
