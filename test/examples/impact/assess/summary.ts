import type { Assessment } from "./types.ts";

/** An assessment in a sentence or three. `start` is the file at which this answer begins. */
export function summarize(result: Omit<Assessment, "summary">, start: number): string {
  const { total_changed_files: total, changed_files: shown, components, required_checks, risks, owners } = result;
  if (total === 0) return "No file that this request is about differs between the two revisions.";
  const where = components.length === 0 ? "" : ` in ${components.join(", ")}`;
  const sentences = [`${count(total, "changed file")}${where}.`];
  const facts = [
    ...(risks.length === 0 ? [] : [`risks: ${risks.map(({ code }) => code).join(", ")}`]),
    ...(required_checks.length === 0 ? [] : [`${count(required_checks.length, "check")} to run`]),
    ...(owners.length === 0 ? [] : [`owners: ${owners.join(", ")}`]),
  ];
  if (facts.length > 0) sentences.push(`${facts.join("; ")}.`.replace(/^./u, (first) => first.toUpperCase()));
  if (result.truncated || start > 0)
    sentences.push(
      `This answer has files ${start + 1} to ${start + shown.length} of ${total}${result.truncated ? "; next_cursor gives the next" : ""}.`,
    );
  return sentences.join(" ");
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
