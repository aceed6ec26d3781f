const MIN_LENGTH = 4;
const SCHEME = /^(?:bearer|basic|token)\s+(.+)$/i;
const RANDOM_SEGMENT = 16;

/** Texts that no message may hold, and URLs without them. */
export class Secrets {
  readonly #hidden = new Set<string>();

  /** Adds a value, in the forms in which an answer may repeat it. */
  add(value: string): void {
    const [, credentials = value] = SCHEME.exec(value) ?? [];
    for (const secret of [value, credentials]) {
      // Shorter ones would be found in every text.
      if (secret.length < MIN_LENGTH) continue;
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
        this.#hidden.add(form);
    }
  }

  /** Adds what may be secret in a URL: its query, and parts of its path that look like keys or stand in the environment. */
  addUrl(url: URL, variables: Readonly<Record<string, string | undefined>>): void {
    for (const value of url.searchParams.values()) this.add(value);
    for (const segment of hiddenSegments(url, variables)) this.add(segment);
  }

  /** A text without them. */
  hide(text: string): string {
    let shown = text;
    for (const secret of [...this.#hidden].toSorted((a, b) => b.length - a.length))
      shown = shown.replaceAll(secret, "***");
    return shown;
  }
}

/** A URL for messages: no user, query or fragment, and no part of its path that may be a key. */
export function showUrl(url: URL, variables: Readonly<Record<string, string | undefined>>): string {
  const hidden = new Set(hiddenSegments(url, variables));
  const path = url.pathname
    .split("/")
    .map((segment) => (hidden.has(segment) ? "***" : segment))
    .join("/");
  return `${url.origin}${path}${url.search === "" ? "" : "?***"}`;
}

function hiddenSegments(url: URL, variables: Readonly<Record<string, string | undefined>>): string[] {
  const values = Object.values(variables).filter((value) => value !== undefined && value.length >= MIN_LENGTH);
  const known = new Set(values.flatMap((value) => [value, encodeURIComponent(value ?? "")]));
  return url.pathname
    .split("/")
    .filter((segment) => known.has(segment) || (segment.length >= RANDOM_SEGMENT && /\d/.test(segment)));
}
