/** Longest union that still helps a reader. */
const MAX_UNION_CHARACTERS = 200;

const LITERAL = String.raw`"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null|string|number|boolean`;
const SIMPLE_UNION = new RegExp(`^(?:${LITERAL})(?: \\| (?:${LITERAL}))*$`);
const MEMBER = new RegExp(LITERAL, "g");

/**
 * The type of an object's further properties. TypeScript demands that it holds for the declared ones too, which JSON
 * Schema does not: it becomes a union with those that do not fit, or `unknown` where that gets too long. Types other
 * than of plain values count as not fitting unless they read the same.
 */
export function indexType(rest: string, declared: readonly string[]): string {
  if (rest === "unknown") return rest;
  const misfits = new Set(declared.filter((type) => !fits(type, rest)));
  if (misfits.has("unknown")) return "unknown";
  const union = [rest, ...misfits].filter((type, _, all) => type !== "never" || all.length === 1).join(" | ");
  return misfits.size > 0 && (union.length > MAX_UNION_CHARACTERS || union.includes("\n")) ? "unknown" : union;
}

function fits(type: string, rest: string): boolean {
  if (type === rest || type === "never") return true;
  if (!SIMPLE_UNION.test(type) || !SIMPLE_UNION.test(rest)) return false;
  const accepted = new Set(rest.match(MEMBER));
  return (type.match(MEMBER) ?? []).every((member) => accepted.has(member) || accepted.has(kindOf(member)));
}

function kindOf(member: string): string {
  if (member.startsWith('"')) return "string";
  if (member === "true" || member === "false") return "boolean";
  return /^[-0-9]/.test(member) ? "number" : member;
}
