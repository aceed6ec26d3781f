import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { loadSuite } from "../../../host/eval/suite/load-suite.ts";
import type { Suite } from "../../../host/eval/suite/suite.ts";
import type { Trajectory, TrajectoryCall } from "../../../host/eval/trajectory/trajectory.ts";

/** A folder with these files, which goes when the test ends. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "isocell-eval-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** The smallest suite, with changes. */
export function suiteJson(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    name: "sample",
    variables: { tool: ["old", "new"] },
    sources: [{ type: "recorded", path: "${tool}/${task}-${repetition}.jsonl" }],
    tasks: [{ id: "count", prompt: "How many?", answer: { contains: "3" } }],
    ...changes,
  };
}

/** A suite, loaded from a file. */
export function sampleSuite(changes: Readonly<Record<string, unknown>> = {}): Promise<Suite> {
  return loadSuite("suite.json", folderWith({ "suite.json": JSON.stringify(suiteJson(changes)) }));
}

/** A trajectory with changes. */
export function trajectoryWith(changes: Partial<Trajectory>): Trajectory {
  return {
    origin: "recorded",
    calls: [],
    answer: "3",
    end: { reason: "answered" },
    usage: null,
    rounds: null,
    ms: null,
    reading: { lines: 1, skipped: 0, problems: [], unknown: {} },
    ...changes,
  };
}

/** A call of a tool with changes. */
export function callWith(changes: Partial<TrajectoryCall>): TrajectoryCall {
  return {
    id: "1",
    kind: "tool",
    namespace: "",
    name: "count",
    nested: false,
    arguments: {},
    outcome: "ok",
    result: 3,
    ...changes,
  };
}
