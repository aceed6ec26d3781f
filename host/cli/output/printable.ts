/** Control characters, and characters that change the direction of what follows. */
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** A text from outside on one line of a terminal: what could move the cursor or hide text becomes a space. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, " ").trim();
}
