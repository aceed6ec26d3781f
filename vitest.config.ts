import { defineConfig } from "vitest/config";

// These measure time or memory, use up both, or kill processes at a moment of their choice: nothing else of ours may run
// beside them.
const ALONE = [
  "test/adversarial/**/*.test.ts",
  "test/soak/**/*.test.ts",
  "test/integration/races/**/*.test.ts",
  "test/integration/limits/**/*.test.ts",
  "test/integration/closing/**/*.test.ts",
  "test/integration/builtin/exec-command/output.test.ts",
];

export default defineConfig({
  test: {
    watch: false,
    // A test that passes at the second attempt has found a bug.
    retry: 0,
    // A process a file: a crash or a leaked handle belongs to the file that made it.
    pool: "forks",
    isolate: true,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
    reporters: ["default", "./test/support/count-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "side by side",
          include: ["test/**/*.test.ts"],
          exclude: ALONE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: "alone", include: ALONE, maxWorkers: 1, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
