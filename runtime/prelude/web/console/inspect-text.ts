// The texts `inspect` is put together from: quoted strings, property names, and entries laid out on lines.

/** Longest line that holds a whole object. */
const LINE_WIDTH = 76;
/** Entries up to this long share lines in an array that is too long for one. */
const SHORT_ENTRY = 16;
/** Longest string shown inside an object. */
const MAX_STRING = 10_000;

/** Escape for a code unit that must not appear as it is between quotes; empty if it may. */
function escapeOf(unit: number, quote: number): string {
  switch (unit) {
    case 8:
      return "\\b";
    case 9:
      return "\\t";
    case 10:
      return "\\n";
    case 12:
      return "\\f";
    case 13:
      return "\\r";
    case 92:
      return "\\\\";
    default:
      if (unit === quote) return "\\" + stringFromCharCode(unit);
      return unit < 32 || (unit >= 127 && unit < 160)
        ? "\\x" + stringFromCharCode(hexDigit(unit >> 4), hexDigit(unit & 15))
        : "";
  }
}

/** A string as a literal: single quotes unless it has some and none of the others. */
function quoted(text: string): string {
  const rest = text.length - MAX_STRING;
  const shown = rest > 0 ? stringSlice(text, 0, MAX_STRING) : text;
  let quote = "'";
  if (stringIndexOf(shown, "'") >= 0) {
    if (stringIndexOf(shown, '"') < 0) quote = '"';
    else if (stringIndexOf(shown, "`") < 0 && stringIndexOf(shown, "${") < 0) quote = "`";
  }
  const quoteUnit = stringCharCodeAt(quote, 0);
  let result = quote;
  let start = 0;
  for (let i = 0; i < shown.length; i++) {
    const escape = escapeOf(stringCharCodeAt(shown, i), quoteUnit);
    if (escape === "") continue;
    result += stringSlice(shown, start, i) + escape;
    start = i + 1;
  }
  result += stringSlice(shown, start) + quote;
  return rest > 0 ? result + "... " + plural(rest, "more character") : result;
}

function plural(count: number, noun: string): string {
  return count + " " + noun + (count === 1 ? "" : "s");
}

function isIdentifier(name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const unit = stringCharCodeAt(name, i);
    const lower = unit | 32;
    const letter = (lower >= 97 && lower <= 122) || unit === 95 || unit === 36;
    if (!letter && !(i > 0 && unit >= 48 && unit <= 57)) return false;
  }
  return name !== "";
}

function keyText(key: string | symbol): string {
  if (typeof key === "symbol") return "[" + symbolText(key) + "]";
  return isIdentifier(key) ? key : quoted(key);
}

function symbolText(symbol: symbol): string {
  return apply(Raw.symbolToString, symbol, []);
}

function spaces(count: number): string {
  return apply(Raw.stringRepeat, " ", [count]);
}

/** Indents all lines but the first. */
function indentLines(text: string, indent: number): string {
  if (indent === 0 || stringIndexOf(text, "\n") < 0) return text;
  const margin = "\n" + spaces(indent);
  let result = "";
  let start = 0;
  for (;;) {
    const end = stringIndexOf(text, "\n", start);
    if (end < 0) return result + stringSlice(text, start);
    result += stringSlice(text, start, end) + margin;
    start = end + 1;
  }
}

/**
 * Puts entries between `open` and `close`: on one line if they fit, short entries of arrays several to a line, else
 * one to a line. `indent` is where the object itself begins a line.
 */
function layOut(open: string, entries: string[], close: string, indent: number, asList: boolean): string {
  if (entries.length === 0) return open + close;
  let width = indent + open.length + close.length + 2;
  let longest = 0;
  // What follows the several lines of an error begins lines of its own.
  let broken = stringIndexOf(open, "\n") >= 0;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as string;
    width += entry.length + 2;
    // What says how many were left out is longer than the numbers before it.
    if (!stringStartsWith(entry, "... ")) longest = mathMax(longest, entry.length);
    broken ||= stringIndexOf(entry, "\n") >= 0;
  }
  if (!broken && width <= LINE_WIDTH) return open + " " + joined(entries, ", ") + " " + close;
  const margin = "\n" + spaces(indent + 2);
  const body =
    asList && !broken && longest <= SHORT_ENTRY
      ? wrapped(entries, margin, LINE_WIDTH - indent - 2)
      : joined(entries, "," + margin);
  return open + margin + body + "\n" + spaces(indent) + close;
}

function joined(texts: string[], separator: string): string {
  let result = "";
  for (let i = 0; i < texts.length; i++) result += (i === 0 ? "" : separator) + (texts[i] as string);
  return result;
}

/** Entries joined by commas, with a line break wherever the line would be too long. */
function wrapped(entries: string[], margin: string, width: number): string {
  let result = "";
  let line = 0;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as string;
    if (i > 0) {
      const fits = line + entry.length + 2 <= width;
      result += fits ? ", " : "," + margin;
      if (!fits) line = 0;
    }
    result += entry;
    line += entry.length + 2;
  }
  return result;
}
