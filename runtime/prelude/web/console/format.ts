/** How an argument of console.log looks beside the format string: strings as they are. */
function shownArgument(value: unknown): string {
  return typeof value === "string" ? value : inspect(value);
}

/** Number of a value for %d, %i and %f; NaN where there is none. Never throws. */
function formattedNumber(value: unknown, letter: string): string {
  if (typeof value === "symbol") return "NaN";
  if (typeof value === "bigint") return value + "n";
  try {
    const number =
      letter === "d"
        ? parseNumber(value)
        : letter === "i"
          ? parseInteger(domString(value))
          : parseFloating(domString(value));
    return primitiveText(number);
  } catch {
    return "NaN";
  }
}

/** %j: JSON, or what is wrong with it. */
function formattedJson(value: unknown): string {
  try {
    return jsonStringify(value) ?? "undefined";
  } catch {
    return "[Circular]";
  }
}

/** %s: objects with a conversion of their own are converted, others shown flat. */
function formattedString(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) {
    return typeof value === "function" ? inspect(value, 0) : primitiveText(value);
  }
  try {
    const convert = inheritedValue(value, "toString");
    if (
      kindOf(value) === "plain" &&
      platformView(value) === null &&
      typeof convert === "function" &&
      convert !== Raw.objectToString
    ) {
      return domString(value);
    }
  } catch {
    // Shown like any other object.
  }
  return inspect(value, 0);
}

function formattedDirective(letter: string, value: unknown): string {
  switch (letter) {
    case "s":
      return formattedString(value);
    case "d":
    case "i":
    case "f":
      return formattedNumber(value, letter);
    case "j":
      return formattedJson(value);
    case "o":
    case "O":
      return inspect(value);
    default:
      // %c: a style, which text has none of.
      return "";
  }
}

/** The text of one call: printf directives of a first string, then everything else, joined by spaces. */
function formatArguments(values: unknown[]): string {
  if (values.length === 0) return "";
  const first = values[0];
  let text = shownArgument(first);
  let used = 1;
  if (typeof first === "string" && values.length > 1 && stringIndexOf(first, "%") >= 0) {
    text = "";
    let start = 0;
    for (let at = stringIndexOf(first, "%"); at >= 0 && at + 1 < first.length; at = stringIndexOf(first, "%", at)) {
      const letter = stringSlice(first, at + 1, at + 2);
      if (letter === "%") {
        text += stringSlice(first, start, at + 1);
        at += 2;
        start = at;
      } else if (isDirective(letter) && used < values.length) {
        text += stringSlice(first, start, at) + formattedDirective(letter, values[used++]);
        at += 2;
        start = at;
      } else {
        at++;
      }
    }
    text += stringSlice(first, start);
  }
  for (let i = used; i < values.length; i++) text += " " + shownArgument(values[i]);
  return text;
}

function isDirective(letter: string): boolean {
  return letter !== "" && stringIndexOf("sdifjoOc", letter) >= 0;
}
