import { writeSync } from "node:fs";
import type { Reporter, SerializedError, TestModule, TestSuite } from "vitest/node";
import { countsLine } from "./counts.ts";
import type { Counts } from "./counts.ts";

/** What a module or suite reports outside its tests (a failed import or hook) is one failure each. */
function ownFailures(suite: TestModule | TestSuite): number {
  let failed = suite.errors().length > 0 ? 1 : 0;
  for (const child of suite.children) if (child.type === "suite") failed += ownFailures(child);
  return failed;
}

function count(modules: readonly TestModule[], unhandled: number): Counts {
  const counts = { passed: 0, failed: unhandled, skipped: 0 };
  for (const module of modules) {
    counts.failed += ownFailures(module);
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      // A test that is still pending at the end was never run: the run was cut short.
      if (state === "pending") counts.failed += 1;
      else counts[state] += 1;
    }
  }
  return counts;
}

/** Ends the output of a run with one plain line: `N passed, N failed`, and `, N skipped` if there are any. */
export default class CountReporter implements Reporter {
  // A run that never reports its end has failed.
  #counts: Counts = { passed: 0, failed: 1, skipped: 0 };

  onInit(): void {
    // Written as the process exits, so that nothing that vitest still has to say comes after it.
    process.once("exit", () => writeSync(1, `${countsLine(this.#counts)}\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.#counts = count(modules, unhandled.length);
  }
}
