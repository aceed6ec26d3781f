const MAX_SHOWN = 60;

/** What came, short enough for an error text: its type, and its JSON where that says more. */
export function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return `string ${shorten(JSON.stringify(value.slice(0, MAX_SHOWN + 1)))}`;
  return typeof value === "number" || typeof value === "boolean" ? `${typeof value} ${value}` : `a ${typeof value}`;
}

/** Cuts a text that would make an error hard to read. */
export function shorten(text: string, max: number = MAX_SHOWN): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}
