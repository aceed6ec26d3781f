import type { Evaluation } from "../../evaluate.ts";
import type { Run } from "../../measure/run.ts";
import { failuresOf } from "../words.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { row } from "./tables.ts";

/** Failures in the page; all are in the JSON. */
const MAX_FAILURES = 500;

/** What was not as expected, by variant. */
export function failureLists({ variants, runs }: Evaluation): Markup {
  let left = MAX_FAILURES;
  const parts = variants.map(({ variant }) => {
    const rows = runs.filter((run) => run.variant.id === variant.id).flatMap(failureRows);
    if (rows.length === 0) return html``;
    const shown = rows.slice(0, Math.max(0, left));
    left -= shown.length;
    const more =
      rows.length > shown.length
        ? html`<p class="quiet">And ${rows.length - shown.length} more, which are in report.json.</p>`
        : "";
    return html`<details>
      <summary>${variant.id}: ${rows.length} things not as expected</summary>
      <div class="wide" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">run</th>
              <th scope="col" class="words">measure</th>
              <th scope="col" class="words">where</th>
              <th scope="col" class="words">expected</th>
              <th scope="col" class="words">got</th>
            </tr>
          </thead>
          <tbody>
            ${shown}
          </tbody>
        </table>
      </div>
      ${more}
    </details>`;
  });
  return html`${parts}`;
}

function failureRows(run: Run): readonly Markup[] {
  const words = (text: string): Markup => html`<td class="words">${text}</td>`;
  const name = `${run.task}, ${run.repetition}`;
  if (run.status === "missing")
    return [row(name, [words("missing"), words(""), words("a trajectory"), words(run.reason)])];
  const unread = run.reading.problems.map(({ number, problem }) =>
    row(name, [words("lines that could not be read"), words(`line ${number}`), words("an event"), words(problem)]),
  );
  const failures = failuresOf(run).map(({ measure, mismatch: { matcher, at, expected, got } }) => {
    const where = html`<td class="words">
      ${at}
      <div class="quiet">${matcher}</div>
    </td>`;
    return row(name, [words(measure), where, words(expected), words(got)]);
  });
  return [...failures, ...unread];
}
