import { expect, test } from "vitest";
import { gist, testHost } from "../../support/test-host.ts";

test("What a busy script could not say to one observer in time does not answer the next one.", async () => {
  const session = (await testHost()).openSession();
  // Busy for longer than the first observer waits for its output; then there is nothing to see for a while.
  const source =
    'const end = Date.now() + 600; while (Date.now() < end); await new Promise((resolve) => setTimeout(resolve, 400)); text("end")';
  const first = await session.run(source, { yieldTimeMs: 1 });
  expect(gist(first)).toMatchObject({ status: "yielded", texts: [] });
  expect(gist(await session.wait(first.cellId, { yieldTimeMs: null }))).toMatchObject({
    status: "completed",
    texts: ["end"],
  });
});
