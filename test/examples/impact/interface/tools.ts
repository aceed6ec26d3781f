import type { ToolExecutor } from "../../../../tools/index.ts";
import { createAnalyzeTool } from "./analyze-tool.ts";
import { createAssessTool } from "./assess-tool.ts";
import { componentNames, createComponentsTool } from "./components-tool.ts";

/** Interfaces over the same backend: A without annotations and B with them say little, C says what it does. */
export const VARIANTS = ["A", "B", "C"] as const;
export type Variant = (typeof VARIANTS)[number];

/** The tools of an interface, over the repository that a folder is in. */
export async function createImpactTools(folder: string, variant: Variant = "C"): Promise<readonly ToolExecutor[]> {
  if (variant !== "C") return [createAnalyzeTool(folder, { annotated: variant === "B" })];
  return [createAssessTool(folder, await componentNames(folder)), createComponentsTool(folder)];
}
