import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evaluateSuite } from "../../../host/eval/evaluate.ts";
import { evaluationMarkdown } from "../../../host/eval/report/markdown.ts";
import { evaluationPage } from "../../../host/eval/report/html/page.ts";
import { loadSuite } from "../../../host/eval/suite/load-suite.ts";
import { ROOT } from "../../support/project.ts";
import { folderWith } from "../../unit/eval/sample.ts";

const EXECUTABLE = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);
const EVIL = `</script><script>document.title='broken'</script><img src=x onerror="document.title='broken'"> "'\`|**x**\u202e`;
const SIGNAL = new AbortController().signal;

async function hostileReports(): Promise<{ readonly html: string; readonly markdown: string }> {
  const suite = {
    name: EVIL,
    note: `${EVIL}\n# heading\nhttp://example.org/x`,
    repetitions: 2,
    variables: {
      model: [EVIL, "plain", ...Array.from({ length: 10 }, (_, index) => `a-rather-long-name-of-a-model-${index}`)],
    },
    sources: [{ type: "script", module: "./script.mjs" }],
    tasks: [{ id: "t", prompt: EVIL, answer: { contains: `${EVIL}!` } }],
  };
  const script = `export const trajectory = ({ repetition }) => [
    { type: "call", id: "1", name: ${JSON.stringify(EVIL)}, arguments: {} },
    { type: "result", id: "1", ok: repetition === 1, text: ${JSON.stringify(EVIL)}, ms: 3 },
    { type: "message", text: ${JSON.stringify(EVIL)} },
  ];`;
  const folder = folderWith({ "suite.json": JSON.stringify(suite), "script.mjs": script });
  const options = { folder: join(folder, "out"), again: false, signal: SIGNAL };
  const evaluation = await evaluateSuite(await loadSuite("suite.json", folder), options);
  return { html: evaluationPage(evaluation), markdown: evaluationMarkdown(evaluation) };
}

async function experimentPage(): Promise<string> {
  const suite = await loadSuite(join(ROOT, "test/examples/impact/eval/suite.json"), ROOT);
  const options = { folder: join(folderWith({}), "out"), again: false, signal: SIGNAL };
  return evaluationPage(await evaluateSuite(suite, options));
}

test("No text from outside becomes markup, in HTML or Markdown.", async () => {
  const { html, markdown } = await hostileReports();
  expect(html.match(/<img|<script>document/g)).toBeNull();
  expect(html.match(/<script/g)?.length).toBe(3);
  expect(/<\w[^>]*\s(?:src|href)=/.test(html)).toBe(false);
  expect(html.includes("\u202e")).toBe(false);
  expect(markdown.match(/[<>]/g)).toEqual(markdown.match(/^> /gm)?.map(() => ">"));
  expect(markdown).not.toMatch(/^# heading|[^\\]\*\*x|http:\/\//m);
});

describe.skipIf(EXECUTABLE === undefined)(
  "In Chromium (skipped where /usr/bin/chromium and the like are missing), the page",
  () => {
    let browser: Browser;
    beforeAll(async () => {
      if (EXECUTABLE === undefined) return;
      browser = await chromium.launch({ executablePath: EXECUTABLE, args: ["--no-sandbox"] });
    });
    afterAll(() => browser?.close());

    /** Opens a page from a file; what it complains of and asks for is gathered. */
    async function open(
      html: string,
      options: Parameters<Browser["newPage"]>[0] = {},
    ): Promise<{ readonly page: Page; readonly noise: readonly string[] }> {
      const url = pathToFileURL(join(folderWith({ "report.html": html }), "report.html")).href;
      const page = await browser.newPage(options);
      const noise: string[] = [];
      page.on("console", (message) => noise.push(`console: ${message.text()}`));
      page.on("pageerror", (error) => noise.push(`error: ${error.message}`));
      page.on("request", (request) => {
        if (request.url() !== url) noise.push(`request: ${request.url()}`);
      });
      await page.goto(url);
      return { page, noise };
    }

    /** Distinct opaque colors in each canvas. */
    const colors = (page: Page): Promise<readonly number[]> =>
      page.evaluate(`[...document.querySelectorAll("canvas")].map((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const found = new Set();
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 150) found.add(data[at] + "," + data[at + 1] + "," + data[at + 2]);
      return found.size;
    })`);

    test.for(["light", "dark"] as const)(
      "draws its plots in %s, without an error or a request.",
      async (colorScheme) => {
        const { page, noise } = await open(await experimentPage(), { colorScheme });
        await page.waitForFunction("document.documentElement.dataset.plots === '4'");
        const drawn = await colors(page);
        expect(drawn.length).toBe(4);
        for (const count of drawn) expect(count).toBeGreaterThan(10);
        expect(noise).toEqual([]);
        await page.close();
      },
    );

    test("draws again in another size and the other colors, and is never wider than the window.", async () => {
      const { page, noise } = await open((await hostileReports()).html, { viewport: { width: 1280, height: 800 } });
      const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      expect(await page.evaluate(overflow)).toBe(0);
      await page.setViewportSize({ width: 400, height: 800 });
      await page.emulateMedia({ colorScheme: "dark" });
      await page.waitForFunction("document.querySelector('canvas').getBoundingClientRect().width < 400");
      expect(await page.evaluate(overflow)).toBe(0);
      expect(await page.evaluate("document.title")).not.toBe("broken");
      expect(noise).toEqual([]);
      await page.close();
    });

    test("can be read without JavaScript: tables are there, empty plots are not.", async () => {
      const { page } = await open(await experimentPage(), { javaScriptEnabled: false });
      expect(await page.locator("table").first().innerText()).toMatch(/B\s+analyze\s+read-only\s+7\/12/);
      expect(await page.locator(".plots").isVisible()).toBe(false);
      await page.close();
    });
  },
);
