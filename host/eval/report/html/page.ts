import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Evaluation } from "../../evaluate.ts";
import type { Figures } from "../../measure/run.ts";
import { MEASURES } from "../../suite/suite.ts";
import { EXPLANATIONS } from "../words.ts";
import { failureLists } from "./failures.ts";
import { dataElement, html, Markup, scriptElement } from "./markup.ts";
import { PLOTS_SCRIPT } from "./plots-script.ts";
import { STYLE } from "./style.ts";
import { comparisonCards, taskTable, variantTables } from "./tables.ts";

/** More variants than this make plots that nobody can read; the tables have them all. */
const MAX_PLOTTED = 24;
const MAX_GROUPED = 8;

interface Plot {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly data: unknown;
}

/**
 * An evaluation as one HTML page that loads nothing and runs nothing but its own plots, which its policy names by digest. Its
 * tables can be read without JavaScript. All texts are escaped.
 */
export function evaluationPage(evaluation: Evaluation): string {
  const { suite, remarks, isocell, date } = evaluation;
  const plots = plotsOf(evaluation);
  const library = assets();
  const scripts = plots.length === 0 ? [] : [library.script, PLOTS_SCRIPT];
  const digests = scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${digests.join(" ") || "'none'"}; base-uri 'none'; form-action 'none'`;
  const data = Object.fromEntries(plots.map((plot) => [plot.id, plot.data]));
  const figures = plots.map(
    ({ id, title, about }) =>
      html`<figure>
        <figcaption>${title}<span>${about}</span></figcaption>
        <div class="plot" data-plot="${id}" aria-hidden="true"></div>
        ${id === "measures" ? html`<div class="legend"></div>` : ""}
      </figure>`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${suite.name}</title>
        <style>
          ${new Markup(library.style)}${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>${suite.name}</h1>
          ${suite.note === "" ? "" : html`<p>${suite.note}</p>`}
          ${remarks.map((remark) => html`<p class="remark">${remark}</p>`)}
          <h2>Variants</h2>
          ${variantTables(evaluation)}
          <div class="plots">${figures}</div>
          <h2>Tasks</h2>
          ${taskTable(evaluation)}
          <h2>Comparisons</h2>
          ${comparisonCards(evaluation)}
          <h2>What was not as expected</h2>
          ${failureLists(evaluation)}
          <h2>How to read this</h2>
          ${EXPLANATIONS.map((line) => html`<p class="quiet">${line}</p>`)}
          <p class="quiet">isocell ${isocell}, ${date}, suite <code>${suite.digest}</code></p>
        </main>
        ${plots.length === 0 ? "" : [dataElement("data", data), ...scripts.map(scriptElement)]}
      </body>
    </html> `;
  return page.text;
}

function plotsOf({ variants, runs }: Evaluation): readonly Plot[] {
  if (variants.length > MAX_PLOTTED || runs.every(({ status }) => status === "missing")) return [];
  const names = variants.map(({ variant }) => variant.id);
  const plots: Plot[] = [
    {
      id: "passed",
      title: "Runs that passed",
      about: "with 95 % confidence intervals",
      data: {
        names,
        counts: variants.map(({ passed: { passed, runs: count }, interval: [low, high] }) => ({
          passed,
          runs: count,
          low,
          high,
        })),
      },
    },
  ];
  if (variants.length <= MAX_GROUPED) {
    const rates = variants.map(({ measures }) =>
      MEASURES.map((measure) =>
        measures[measure].runs === 0 ? null : measures[measure].passed / measures[measure].runs,
      ),
    );
    plots.push({
      id: "measures",
      title: "What went well",
      about: "percent of runs, by measure",
      data: {
        names: MEASURES.map((measure) => (measure === "errors" ? "no errors" : measure)),
        variants: names,
        rates,
      },
    });
  }
  const strip = (figure: keyof Figures, title: string, about: string): void => {
    const values = variants.map(({ variant }) =>
      runs.flatMap((run) =>
        run.status === "measured" && run.variant.id === variant.id ? (run.figures[figure] ?? []) : [],
      ),
    );
    if (values.some((own) => own.length > 0)) plots.push({ id: figure, title, about, data: { names, values } });
  };
  strip("resultTokens", "Tokens of results", "each run a point, in order; the line is the median");
  strip("calls", "Calls of tools", "each run a point, in order; the line is the median");
  strip("callMs", "Milliseconds of calls", "each run a point, in order; the line is the median");
  strip("inputTokens", "Tokens given to the model", "as its API counted them; each run a point");
  return plots;
}

/** The plotting library as it is installed. */
function assets(): { readonly script: string; readonly style: string } {
  const require = createRequire(import.meta.url);
  return {
    script: readFileSync(require.resolve("uplot/dist/uPlot.iife.min.js"), "utf8"),
    style: readFileSync(require.resolve("uplot/dist/uPlot.min.css"), "utf8"),
  };
}
