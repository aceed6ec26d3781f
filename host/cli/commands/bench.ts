import { measureSizing } from "../../bench/sizing.ts";
import { sizingTable } from "../../bench/sizing-table.ts";
import type { Arguments } from "../arguments.ts";
import { EXIT } from "../exit-codes.ts";
import { LiveLine } from "../output/live-line.ts";
import { StopSignals } from "../running/stop-signals.ts";

/**
 * `isocell bench`: measures this machine and answers the exit code.
 * @throws {IsocellError} when a runtime fails.
 */
export async function bench({ set }: Arguments): Promise<number> {
  const signals = new StopSignals();
  let progress = "";
  const line = new LiveLine(process.stderr, () => progress);
  if (process.stderr.isTTY) line.start();
  try {
    const report = await measureSizing({
      quick: set.has("quick"),
      signal: signals.signal,
      onProgress: (what, done) => {
        progress = `${String(Math.round(done * 100)).padStart(3)} %  ${what}`;
      },
    });
    line.stop();
    process.stdout.write(set.has("json") ? `${JSON.stringify(report, undefined, 2)}\n` : sizingTable(report));
    return signals.exitCode ?? EXIT.completed;
  } catch (error) {
    // What was stopped fails in many ways; none of them is worth a word.
    if (signals.exitCode === undefined) throw error;
    return signals.exitCode;
  } finally {
    line.stop();
  }
}
