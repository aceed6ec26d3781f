import type { DroppedTool } from "../../../discovery/dropped-tool.ts";
import { formatCount } from "../../output/format.ts";
import { printable } from "../../output/printable.ts";

/** Tools that cannot be called, one a line with the reason; empty where there is none. */
export function droppedList(dropped: readonly DroppedTool[]): string {
  if (dropped.length === 0) return "";
  const lines = dropped.map(({ namespace, name, source, reason }) => {
    const full = namespace === "" ? name : `${namespace}.${name}`;
    return `  ${printable(full)} (${printable(source)}): ${printable(reason)}\n`;
  });
  return `${formatCount(dropped.length, "tool")} cannot be called:\n${lines.join("")}`;
}
