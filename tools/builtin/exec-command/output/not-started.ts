const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\0": "\\0",
};

/** A text in quotes, with what would end or hide it escaped. */
function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\t\0]/gu, (char) => ESCAPES[char] ?? char)}"`;
}

/** What a model reads of a command that was never started: it knows this form of the sentence. */
export function notStarted(reason: string): string {
  return `exec_command failed: CreateProcess { message: ${quoted(`Rejected(${quoted(reason)})`)} }`;
}
