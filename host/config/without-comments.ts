const TOKEN = /"(?:[^"\\]|\\[^])*"|\/\/|\/\*|[,\]}]|\s+|[^\s",/\]}]+|[^]/g;

/** A JSON text without what editors allow in it besides: comments, and a comma after the last item. */
export function withoutComments(text: string): string {
  const parts: string[] = [];
  /** Where the last comma stands, while only space and comments follow it. */
  let comma = -1;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [token] = match;
    if (token === "//" || token === "/*") {
      const end = text.indexOf(token === "//" ? "\n" : "*/", TOKEN.lastIndex);
      // A comment that never ends is the rest of the text: what is missing then is told as such.
      if (end === -1) break;
      TOKEN.lastIndex = token === "//" ? end : end + 2;
      continue;
    }
    if ((token === "}" || token === "]") && comma !== -1) parts[comma] = "";
    if (token === ",") comma = parts.length;
    else if (token.trim() !== "") comma = -1;
    parts.push(token);
  }
  return parts.join("");
}
