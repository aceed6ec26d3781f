import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
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
  },
});
