// The answering side of `prelude/50-web-url.ts`. What it is given was written by a cell's script.

/** The properties a script may set. */
const SETTABLE = [
  "href",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;

type Settable = (typeof SETTABLE)[number];

/**
 * Answers a question of a cell about a URL. `argument` is JSON of `[input, base | null]` to parse one, or of
 * `[href, property, value]` to set a property of one. The answer is JSON of its eleven parts, or `null` when the URL
 * is invalid or the question is none of the two. Never throws.
 */
export function answerUrl(argument: string): string {
  try {
    const question: unknown = JSON.parse(argument);
    if (!Array.isArray(question)) return "null";
    const url = question.length === 2 ? parse(question[0], question[1]) : change(question);
    return url === null ? "null" : JSON.stringify(partsOf(url));
  } catch {
    return "null";
  }
}

function parse(input: unknown, base: unknown): URL | null {
  if (typeof input !== "string") return null;
  if (base === null) return new URL(input);
  return typeof base === "string" ? new URL(input, base) : null;
}

function change(question: readonly unknown[]): URL | null {
  const [href, property, value] = question;
  if (question.length !== 3 || typeof href !== "string" || typeof value !== "string") return null;
  const known = SETTABLE.find((name): name is Settable => name === property);
  if (known === undefined) return null;
  const url = new URL(href);
  url[known] = value;
  return url;
}

function partsOf(url: URL): Record<Settable | "origin", string> {
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url;
  return { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash };
}
