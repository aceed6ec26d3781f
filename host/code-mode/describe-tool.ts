import { declareTool } from "../../tools/index.ts";
import type { ToolSpec } from "../../tools/index.ts";

/** A tool's description as code sees it: the tool's own, then how to call it. */
export function describeForCode(spec: ToolSpec, identifier: string): string {
  return `${spec.description}${declareTool(spec, identifier)}`;
}
