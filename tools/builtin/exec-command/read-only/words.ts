/** A command line taken apart: simple commands, each a list of words as the program would get them. */
export type SimpleCommands = readonly (readonly string[])[];

/** Characters that mean themselves in every shell of the Bourne family, wherever they stand in a word. */
const PLAIN = /^[\p{L}\p{N}_./:,@%+=~^-]$/u;
const GLOB = /^[*?]$/u;

/**
 * Takes a command line apart where it is nothing but simple commands joined by `|`, `&&`, `||`, `;` and line ends, with
 * words that no shell changes: plain characters and quotes without expansion. A word may hold `*` and `?` behind a first
 * plain character, so that no file name it stands for can be taken for an option. Null for everything else.
 */
export function simpleCommands(line: string): SimpleCommands | null {
  const commands: string[][] = [[]];
  let word: string | null = null;
  let operator = "";
  const current = (): string[] => commands.at(-1) ?? [];
  for (let at = 0; at < line.length;) {
    const char = String.fromCodePoint(line.codePointAt(at) ?? 0);
    if (char === "'" || char === '"') {
      const end = line.indexOf(char, at + 1);
      const inside = line.slice(at + 1, end);
      if (end === -1 || !isLiteral(inside, char)) return null;
      word = (word ?? "") + inside;
      at = end + 1;
      continue;
    }
    at += char.length;
    if (PLAIN.test(char)) {
      // Some shells look up `=name` as a program.
      if (word === null && char === "=") return null;
      word = (word ?? "") + char;
      continue;
    }
    if (GLOB.test(char)) {
      if (word === null || word === "" || /^[-*?=]/u.test(word)) return null;
      word += char;
      continue;
    }
    if (word !== null) current().push(word);
    word = null;
    if (char === " " || char === "\t") continue;
    const found = operatorAt(line, at - char.length);
    if (found === null) return null;
    at += found.length - char.length;
    if (current().length > 0) {
      commands.push([]);
      operator = found;
    } else if (found !== "\n") {
      return null;
    }
  }
  if (word !== null) current().push(word);
  if (current().length === 0) {
    if (operator !== ";" && operator !== "\n") return null;
    commands.pop();
  }
  return commands;
}

/** Whether quoted text means itself: in double quotes a shell expands some, and a few shells `!` anywhere. */
function isLiteral(inside: string, quote: string): boolean {
  return !/\p{Cc}/u.test(inside.replace(/[\t\n]/gu, "")) && (quote === "'" || !/[$`\\!]/u.test(inside));
}

function operatorAt(line: string, at: number): string | null {
  for (const operator of ["&&", "||"]) if (line.startsWith(operator, at)) return operator;
  const char = line[at];
  const next = line[at + 1];
  // `;;` and `|&` are others.
  if ((char === ";" && next !== ";") || (char === "|" && next !== "&") || char === "\n") return char;
  return null;
}
