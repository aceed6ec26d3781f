import { visible } from "../../events/visible.ts";
import type { Converted } from "../../trace/convert.ts";
import { formatCount, formatTime } from "./format.ts";

const FAILING_TOOLS = 5;

/** A summary of a trace for people: what it holds, the slowest calls, and what failed. */
export function describeTrace({ statistics, sessions, leftOut }: Converted): string {
  const { header, calls, cells, ms, missing, slowest, failures, outcomes } = statistics;
  const origin = header === null ? "" : `isocell ${visible(header.version, 40)}, process ${header.pid}: `;
  const counts = [formatCount(sessions, "session"), formatCount(cells, "cell"), formatCount(calls, "call")];
  const lines = [`${origin}${counts.join(", ")} in ${formatTime(ms)}`];
  if (missing > 0)
    lines.push(`${formatCount(missing, "event")} missing: the disk was too slow when the trace was written`);
  if (leftOut > 0) lines.push(`${formatCount(leftOut, "event")} left out: more is under way at once than is followed`);
  if (slowest.length > 0) {
    lines.push("slowest:");
    for (const call of slowest) {
      const ended = call.outcome === "succeeded" ? "" : ` ${call.outcome}`;
      lines.push(`  ${duration(call.ms).padStart(10)}  ${visible(call.name, 80)}${ended}  ${visible(call.callId, 60)}`);
    }
  }
  const kinds = [...outcomes].filter(([outcome]) => outcome !== "succeeded");
  lines.push(
    kinds.length === 0 ? "failures: none" : `failures: ${kinds.map(([kind, n]) => `${n} ${kind}`).join(", ")}`,
  );
  for (const { name, count, message } of failures.slice(0, FAILING_TOOLS)) {
    lines.push(`  ${count} × ${visible(name, 80)}${message === "" ? "" : `, last: ${visible(message, 120)}`}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Calls take milliseconds more often than seconds. */
function duration(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(1)} ms` : formatTime(ms);
}
