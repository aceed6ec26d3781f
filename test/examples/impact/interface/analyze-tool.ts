import { defineTool } from "../../../../tools/index.ts";
import type { ToolExecutor } from "../../../../tools/index.ts";
import { FOCUSES } from "../assess/types.ts";
import { answerRequest, READ_ONLY, withDefaults } from "./assess-tool.ts";

interface Arguments {
  readonly data: string;
  readonly type?: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

/**
 * The same backend behind an interface as they are often written: a name that says nothing, arguments that could be
 * anything, a result without a shape. It is here to be compared with, not to be copied.
 *
 * @param annotated whether it says that it changes nothing.
 */
export function createAnalyzeTool(folder: string, { annotated }: { readonly annotated: boolean }): ToolExecutor {
  return defineTool<Arguments>({
    name: "analyze",
    description: "Analyze data.",
    inputSchema: {
      type: "object",
      properties: {
        data: { type: "string", description: "The data" },
        type: { type: "string", description: "The type" },
        options: { type: "object", description: "Options" },
      },
      required: ["data"],
    },
    ...(annotated ? { annotations: READ_ONLY } : {}),
    parallel: annotated,
    handler: async ({ data, type, options = {} }) => {
      const [base_ref, head_ref] = data.includes("..") ? data.split(/\.{2,3}/u) : [`${data}~1`, data];
      const focus = FOCUSES.find((known) => known === type) ?? "all";
      const { component, paths, limit } = options;
      const request = withDefaults({
        base_ref: base_ref ?? "HEAD~1",
        head_ref: head_ref ?? "HEAD",
        focus,
        ...(typeof component === "string" ? { component } : {}),
        ...(Array.isArray(paths) ? { path_filters: paths.map(String) } : {}),
        ...(typeof limit === "number" ? { max_changed_files: Math.min(200, Math.max(1, Math.trunc(limit))) } : {}),
      });
      return answerRequest(folder, request);
    },
  });
}
