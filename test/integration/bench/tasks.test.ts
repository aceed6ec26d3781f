import { expect, test } from "vitest";
import { tasks } from "../../bench/measures/tasks.ts";

test("The tasks are done right by calls and by scripts; one cell is asked for in two requests and gives less to read.", async () => {
  const rows = await tasks();
  const figures = Object.fromEntries(
    rows.map(({ work, isocell, other }) => [work, [isocell, other?.value ?? 0] as const]),
  );
  expect(figures["six tasks in one cell: requests"]).toEqual([2, 7]);
  for (const what of ["results", "read in all"]) {
    const [cell = 0, direct = 0] = figures[`six tasks in one cell: ${what}`] ?? [];
    expect(cell).toBeGreaterThan(0);
    expect(cell).toBeLessThan(direct);
  }
  const [written = 0, calls = 0] = figures["six tasks in one cell: written"] ?? [];
  expect(written).toBeGreaterThan(calls);
});
