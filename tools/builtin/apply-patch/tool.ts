import { IsocellError } from "../../../protocol/index.ts";
import type { ApprovalMode, ApprovalNeed } from "../../contract/annotations.ts";
import { ConfinementDenied } from "../../contract/executor.ts";
import type { ToolExecutor } from "../../contract/executor.ts";
import type { Exposure } from "../../contract/spec.ts";
import { applyPatch } from "./apply/apply-patch.ts";
import type { PatchOptions } from "./apply/options.ts";
import { describePatch } from "./describe-patch.ts";
import { PATCH_GRAMMAR } from "./grammar.ts";
import { PatchError } from "./patch-error.ts";
import { PATCH_READ_ONLY } from "./texts.ts";

const NAME = "apply_patch";
const DESCRIPTION = `Changes files: adds, edits, moves and deletes any number of them with one patch. Either the whole patch is applied or nothing is changed. The input is the patch itself as plain text, not JSON.

*** Begin Patch
*** Add File: docs/new.md
+every line of the new file
*** Update File: src/old.ts
*** Move to: src/new.ts
@@ function size() {
   lines around the change, each after a space
-  a line that goes
+  a line that comes in its place
*** Delete File: src/gone.ts
*** End Patch

Each change begins with @@, and after it, if need be, a line from further up that tells the place from others like it. Show about three unchanged lines before and after a change, exactly as they are in the file, and list changes from top to bottom. \`*** End of File\` after a change ties it to the end of the file. Added lines without a line around them go to the end of the file. A file may be named once in a patch.`;

/** Settings of the tool. */
export interface ApplyPatchOptions extends Omit<PatchOptions, "signal"> {
  /** Nothing may be written, unless somebody who is asked allows a patch. Default false. */
  readonly readOnly?: boolean;
  /** A patch needs no approval, since it can leave `roots` no more than a confined command can. Default false. */
  readonly freeWithinRoots?: boolean;
  /** Default: `direct`. */
  readonly exposure?: Exposure;
  /** When somebody has to agree. Default: what the host's modes say, else the annotations: the tool may destroy. */
  readonly approvalMode?: ApprovalMode;
}

/**
 * The tool `apply_patch`. A model calls it with freeform text, a script with a string; a script gets `{}`, and an error whose
 * message is the text a model would read.
 * @throws {IsocellError} `invalid_options` when `cwd` is missing.
 */
export function createApplyPatchTool(options: ApplyPatchOptions): ToolExecutor {
  const { exposure = "direct", approvalMode, freeWithinRoots = false, ...patchOptions } = options;
  if (typeof patchOptions.cwd !== "string" || patchOptions.cwd === "") {
    throw new IsocellError("invalid_options", `${NAME} needs \`cwd\`, the folder that relative paths start at`);
  }
  /** What a model read of a call, by the value that a script got. */
  const texts = new WeakMap<object, string>();
  const approval: ApprovalNeed = {
    refusal: (_input, why) => (why === "declined" ? "patch rejected by user" : undefined),
    describe: (input) => describePatch(String(input)),
    // Where nothing may be written the denial asks, once it is clear that the patch could be applied.
    ...(freeWithinRoots || patchOptions.readOnly === true ? { needed: () => false } : {}),
    ...(approvalMode === undefined ? {} : { mode: approvalMode }),
  };
  return Object.freeze<ToolExecutor>({
    name: NAME,
    namespace: "",
    kind: "custom",
    spec: {
      type: "custom",
      namespace: "",
      name: NAME,
      description: DESCRIPTION,
      grammar: { syntax: "lark", definition: PATCH_GRAMMAR },
    },
    exposure,
    // Two patches at once could not both be all or nothing.
    parallel: () => false,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    approval,
    hooks: {
      name: NAME,
      aliases: ["Write", "Edit"],
      input: (input) => ({ command: input }),
      rewrite: (_, rewritten) => commandOf(rewritten),
      response: (_, value) => (typeof value === "object" && value !== null ? texts.get(value) : undefined) ?? value,
    },
    handle: async (input, { signal, unconfined }) => {
      if (typeof input !== "string") throw new Error(`tool \`${NAME}\` expects a string input`);
      const startedAt = performance.now();
      const readOnly = patchOptions.readOnly === true && !unconfined;
      const { summary } = await applyPatch(input, { ...patchOptions, readOnly, signal }).catch(deniedWrite);
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      const text = `Exit code: 0\nWall time: ${seconds} seconds\nOutput:\n${summary}`;
      const value = {};
      texts.set(value, text);
      return { value, output: { content: [{ type: "text", text }], success: true } };
    },
  });
}

/** Where only that nothing may be written kept a patch from being applied, somebody may allow it. */
function deniedWrite(error: unknown): never {
  if (error instanceof PatchError && error.message === PATCH_READ_ONLY) {
    throw new ConfinementDenied(PATCH_READ_ONLY, "write files");
  }
  throw error;
}

function commandOf(rewritten: unknown): string {
  const held = typeof rewritten === "object" && rewritten !== null && Object.hasOwn(rewritten, "command");
  const { command } = held ? (rewritten as { readonly command: unknown }) : { command: undefined };
  if (typeof command === "string") return command;
  throw new Error("hook returned updatedInput without string field `command`");
}
