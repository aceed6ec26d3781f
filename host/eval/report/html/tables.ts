import { visible } from "../../../events/visible.ts";
import type { Evaluation } from "../../evaluate.ts";
import type { Count } from "../../measure/summarize.ts";
import { MEASURES } from "../../suite/suite.ts";
import { variablesOf, withMissing } from "../markdown.ts";
import { comparisonText, countText, intervalText, MEASURE_TITLES, spreadText, sumText } from "../words.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";

/** More than these have to be unfolded. */
const MAX_OPEN_COMPARISONS = 6;
/** What is shown of a prompt, in UTF-16 units. */
const MAX_PROMPT = 240;

function table(head: readonly string[], rows: readonly Markup[]): Markup {
  return html`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** A row whose first cell names it. */
export function row(head: string, cells: readonly Markup[]): Markup {
  return html`<tr>
    <th scope="row">${head}</th>
    ${cells}
  </tr>`;
}

const cell = (text: string): Markup => html`<td>${text}</td>`;

/** A count with the color of what it says. */
function countCell(count: Count, text: string = countText(count)): Markup {
  const { passed, runs } = count;
  const look = runs === 0 ? "" : passed === runs ? "pass" : passed === 0 ? "fail" : "some";
  return html`<td class="${look}">${text}</td>`;
}

/** What came of each variant: counts, then figures. */
export function variantTables(evaluation: Evaluation): Markup {
  const names = variablesOf(evaluation);
  const { variants } = evaluation;
  const counts = table(
    ["variant", ...names, "passed", "95 % interval", ...MEASURES.map((measure) => MEASURE_TITLES[measure])],
    variants.map((one) =>
      row(one.variant.id, [
        ...names.map((name) => cell(String(one.variant.values[name] ?? ""))),
        countCell(one.passed, withMissing(one)),
        cell(one.passed.runs === 0 ? "–" : intervalText(one.interval)),
        ...MEASURES.map((measure) => countCell(one.measures[measure])),
      ]),
    ),
  );
  const figures = table(
    [
      "variant",
      "calls",
      "failed calls",
      "retries",
      "other actions",
      "result tokens",
      "ms of calls",
      "ms",
      "rounds",
      "tokens in",
      "tokens out",
    ],
    variants.map(({ variant, figures: own }) =>
      row(variant.id, [
        cell(spreadText(own.calls)),
        cell(sumText(own.failedCalls)),
        cell(sumText(own.retries)),
        cell(sumText(own.commands)),
        cell(spreadText(own.resultTokens)),
        cell(spreadText(own.callMs)),
        cell(spreadText(own.ms)),
        cell(spreadText(own.rounds)),
        cell(spreadText(own.inputTokens)),
        cell(spreadText(own.outputTokens)),
      ]),
    ),
  );
  return html`${counts}
    <p class="quiet">
      Figures are medians over runs, with the smallest and the largest; failed calls, retries and other actions are
      sums.
    </p>
    ${figures}`;
}

/** How often each task was done, by variant. */
export function taskTable({ tasks, variants }: Evaluation): Markup {
  return table(
    ["task", ...variants.map(({ variant }) => variant.id)],
    tasks.map(({ id, prompt }, index) => {
      const cells = variants.map(({ tasks: own }) => {
        const count = own[index]?.passed;
        return count === undefined ? cell("–") : countCell(count);
      });
      return html`<tr>
        <th scope="row">
          ${id}
          <div class="quiet">${visible(prompt, MAX_PROMPT)}</div>
        </th>
        ${cells}
      </tr>`;
    }),
  );
}

/** Variants side by side, in sentences. */
export function comparisonCards({ comparisons: { list, pairs } }: Evaluation): Markup {
  if (list.length === 0) return html`<p>There is one variant only: nothing to compare it with.</p>`;
  const cards = list.map((comparison) => {
    const { one, other, changed, warnings } = comparison;
    const changes = changed.map((change) => `${change.variable}: ${String(change.one)} → ${String(change.other)}`);
    return html`<div class="card">
      <h3>${one} → ${other}</h3>
      <p class="quiet">${changes.length === 0 ? "nothing changed" : changes.join("; ")}</p>
      <p>${comparisonText(comparison, list.length)}</p>
      ${
        warnings.length === 0
          ? ""
          : html`<ul class="warnings">
              ${warnings.map((text) => html`<li>${text}</li>`)}
            </ul>`
      }
    </div>`;
  });
  const left =
    pairs > list.length ? html`<p class="quiet">${pairs - list.length} further pairs were not compared.</p>` : "";
  if (cards.length <= MAX_OPEN_COMPARISONS) return html`${cards}${left}`;
  return html`<details>
    <summary>${cards.length} comparisons</summary>
    ${cards}${left}
  </details>`;
}
