import { defineTool } from "../../../../tools/index.ts";
import type { ToolExecutor } from "../../../../tools/index.ts";
import type { AssessmentError } from "../assess/types.ts";
import { ImpactFailure } from "../failure.ts";
import { Repository } from "../git/repository.ts";
import { resolveRevision } from "../git/revision.ts";
import { componentsOf } from "../rules/components.ts";
import type { KnownComponents } from "../rules/components.ts";
import { READ_ONLY } from "./assess-tool.ts";
import { FAILURE_SCHEMA, failureAnswer } from "./failure-answer.ts";

/** The components of a repository at one commit. */
export interface ComponentList {
  readonly status: "complete";
  readonly commit: string;
  /** Whether the repository says so itself. */
  readonly source: KnownComponents["source"];
  readonly components: readonly {
    readonly name: string;
    readonly description: string;
    readonly paths: readonly string[];
  }[];
  /** No component is ever left out. */
  readonly truncated: false;
}

const text = { type: "string" };
const OUTPUT = {
  type: "object",
  oneOf: [
    {
      type: "object",
      properties: {
        status: { const: "complete" },
        commit: text,
        source: { enum: ["configuration", "detected"], description: "Whether the repository says so itself." },
        components: {
          type: "array",
          items: {
            type: "object",
            properties: { name: text, description: text, paths: { type: "array", items: text } },
            required: ["name", "description", "paths"],
            additionalProperties: false,
          },
        },
        truncated: { const: false },
      },
      required: ["status", "commit", "source", "components", "truncated"],
      additionalProperties: false,
    },
    FAILURE_SCHEMA,
  ],
};

/** `list_impact_components` over the repository that a folder is in. */
export function createComponentsTool(folder: string): ToolExecutor {
  return defineTool<{ readonly ref?: string }>({
    name: "list_impact_components",
    description:
      "Lists all components of the repository that assess_change_impact knows, with their paths. Use it to choose that " +
      "tool's component argument. There are seldom more than a dozen; none is left out.",
    inputSchema: {
      type: "object",
      properties: {
        ref: { ...text, default: "HEAD", maxLength: 256, description: "Git revision whose components are listed." },
      },
      additionalProperties: false,
    },
    outputSchema: OUTPUT,
    annotations: { title: "List components", ...READ_ONLY },
    parallel: true,
    handler: ({ ref = "HEAD" }) => listComponents(folder, ref).catch(failureAnswer),
  });
}

async function listComponents(folder: string, ref: string): Promise<ComponentList | AssessmentError> {
  const repository = await Repository.open(folder);
  const { oid, tree } = await resolveRevision(repository, ref);
  const { list, source } = await componentsOf(repository, tree);
  const components = list.map(({ name, description, paths }) => ({ name, description, paths }));
  return { status: "complete", commit: oid, source, components, truncated: false };
}

/** Names of the components as of now, for the schema of the other tool; none where there is no usable repository. */
export async function componentNames(folder: string): Promise<readonly string[]> {
  try {
    const listed = await listComponents(folder, "HEAD");
    return listed.status === "complete" ? listed.components.map(({ name }) => name) : [];
  } catch (error) {
    // The tool itself tells why.
    if (error instanceof ImpactFailure) return [];
    throw error;
  }
}
