import { visible } from "../../../events/visible.ts";

const MAX_TEXT = 1000;

/** HTML that was made here. Only {@link html} makes it, so that no text gets in without being escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | readonly Part[];

/** A template of HTML: texts and numbers put into it are escaped, in contents and in quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const rendered = strings.map((string, index) => string + (index < parts.length ? render(parts[index] ?? "") : ""));
  return new Markup(rendered.join(""));
}

function render(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeText(String(part));
  return part.map(render).join("");
}

function escapeText(text: string): string {
  return visible(text, MAX_TEXT)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}

/** A script of ours, as it is to the letter: the page's policy knows its digest. */
export function scriptElement(script: string): Markup {
  return new Markup(`<script>${script}</script>\n`);
}

/** A value for scripts to read, as JSON in which no element can begin or end. */
export function dataElement(id: string, value: unknown): Markup {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return new Markup(`<script type="application/json" id="${id}">${json}</script>\n`);
}
