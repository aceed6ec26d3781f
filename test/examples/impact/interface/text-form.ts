import type { Assessment, AssessmentError } from "../assess/types.ts";
import type { ComponentList } from "./components-tool.ts";

/** What the tools answer. */
export type Answer = Assessment | AssessmentError | ComponentList;

/** An answer as a text, for clients that show nothing else. */
export function textForm(answer: Answer): string {
  if (answer.status === "error") return `${answer.code}: ${answer.message} ${answer.hint}`;
  const lines = "summary" in answer ? assessmentLines(answer) : componentLines(answer);
  return lines.join("\n");
}

function componentLines({ components, source }: ComponentList): readonly string[] {
  const list = components.map(({ name, description, paths }) => `- ${name}: ${description} (${paths.join(", ")})`);
  return [
    `${components.length} components, ${source === "detected" ? "detected" : "as the repository configures them"}.`,
    ...list,
  ];
}

function assessmentLines(answer: Assessment): readonly string[] {
  return [
    answer.summary,
    ...answer.changed_files.map(({ path, old_path, change, kind, owners }) => {
      const from = old_path === undefined ? "" : ` (was ${JSON.stringify(old_path)})`;
      const by = owners.length === 0 ? "" : ` ${owners.join(" ")}`;
      return `- ${JSON.stringify(path)}${from} ${change}${kind === "text" ? "" : `, ${kind}`}${by}`;
    }),
    ...answer.risks.map(({ code, severity, reason, next_check }) => `! ${code} (${severity}): ${reason} ${next_check}`),
    ...answer.required_checks.map(({ command, reason }) => `$ ${command}  # ${reason}`),
    ...answer.notes,
    ...(answer.next_cursor === null ? [] : [`next_cursor: ${answer.next_cursor}`]),
  ];
}
