/** Whatever moves a cursor, changes colours, turns the reading direction or takes no room. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|\p{M}{4,}/gu;
const SHORT: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** A text from outside as one that only shows: all it could do to a terminal or to its reader's eyes stands as an escape. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (hidden) => SHORT.get(hidden) ?? Array.from(hidden, escaped).join(""));
}

function escaped(char: string): string {
  return `\\u{${char.codePointAt(0)?.toString(16) ?? ""}}`;
}

/**
 * Cuts a visible text into rows no wider than this many columns, so that the terminal never wraps it: a row that began
 * without its margin could look like something else. What is not ASCII counts twice, since some of it is that wide.
 */
export function wrapColumns(text: string, columns: number): string[] {
  const rows: string[] = [];
  let row = "";
  let room = columns;
  for (const char of text) {
    const width = char <= "\u007f" ? 1 : 2;
    if (width > room && row !== "") {
      rows.push(row);
      row = "";
      room = columns;
    }
    row += char;
    room -= width;
  }
  rows.push(row);
  return rows;
}
