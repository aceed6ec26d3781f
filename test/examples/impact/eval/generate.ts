// Makes the constructed trajectories of the evaluation: calls and answers as they are written in behavior.ts, results as
// the tools give them for the repository of the experiment.
//   node generate.ts [FOLDER]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { compileValidator } from "../../../../tools/index.ts";
import type { ToolExecutor } from "../../../../tools/index.ts";
import { makeImpactRepository } from "../fixture/make-repository.ts";
import { textForm } from "../interface/text-form.ts";
import type { Answer } from "../interface/text-form.ts";
import { createImpactTools, VARIANTS } from "../interface/tools.ts";
import type { Variant } from "../interface/tools.ts";
import { INTERFACE_A, INTERFACE_B, INTERFACE_C } from "./behavior.ts";
import type { Behavior, Behaviors } from "./behavior.ts";

const BEHAVIORS: Readonly<Record<Variant, Behaviors>> = { A: INTERFACE_A, B: INTERFACE_B, C: INTERFACE_C };
const NOTE = "Constructed, not recorded. Calls and answers are written, results are those of the tool.";
/** What a client answers in the place of a tool that may change something, where nobody can be asked. */
const REFUSED = "The call needs an approval, and nobody can be asked: it was not run.";

type Line = Readonly<Record<string, unknown>>;

/** The trajectories as files: their paths and contents. */
export async function constructTrajectories(): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "isocell-impact-"));
  const files = new Map<string, string>();
  try {
    const repository = join(folder, "shop");
    makeImpactRepository(repository);
    for (const variant of VARIANTS) {
      const [tool] = await createImpactTools(repository, variant);
      if (tool === undefined) throw new Error(`the interface ${variant} has no tool`);
      for (const [task, behaviors] of Object.entries(BEHAVIORS[variant])) {
        for (const [index, behavior] of behaviors.entries()) {
          const header = { task, variant, repetition: index + 1, note: NOTE };
          const lines = [
            { type: "trajectory/header", format: 1, origin: "constructed", ...header },
            ...(await linesOf(tool, behavior)),
          ];
          const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
          files.set(`${variant}/${task}-${index + 1}.jsonl`, text);
        }
      }
    }
    return files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function linesOf(tool: ToolExecutor, { calls, answer }: Behavior): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const [index, given] of calls.entries()) {
    const id = String(index + 1);
    lines.push({ type: "round" }, { type: "call", id, namespace: "mcp__impact", name: tool.name, arguments: given });
    lines.push({ type: "result", id, ...(await resultOf(tool, given)) });
  }
  return [...lines, { type: "round" }, { type: "message", text: answer }, { type: "end", reason: "answered" }];
}

async function resultOf(tool: ToolExecutor, given: unknown): Promise<Line> {
  if (tool.annotations?.readOnlyHint !== true) return { ok: false, text: REFUSED };
  const problem = tool.spec.type === "function" ? compileValidator(tool.spec.inputSchema)(given) : "it takes no object";
  if (problem !== null) throw new Error(`${tool.name}: ${problem}`);
  const { value } = await tool.handle(given, {
    signal: new AbortController().signal,
    callId: "1",
    source: { kind: "direct" },
    attempt: 1,
    unconfined: false,
    reportProgress: () => undefined,
  });
  const answer = value as Answer;
  const content = [{ type: "text", text: textForm(answer) }];
  const ok = answer.status !== "error";
  return { ok, value: { content, structuredContent: answer, ...(ok ? {} : { isError: true }) } };
}

const [, script, target] = process.argv;
if (script !== undefined && import.meta.url === pathToFileURL(script).href) {
  for (const [path, text] of await constructTrajectories()) {
    const file = join(target ?? join(import.meta.dirname, "trajectories"), path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
