import fc from "fast-check";

const CHARACTERS = ["a", "b", "A", "K", "_", "1", " ", "-", "ß", "é", "É", "ſ", "😀", "\u212a", "Σ", "ς"];

/** Characters that texts and patterns of these tests share, so that they meet often. */
export const character: fc.Arbitrary<string> = fc.constantFrom(...CHARACTERS);

export const line: fc.Arbitrary<string> = fc.string({ unit: character, maxLength: 12 });

const classItem = fc.oneof(
  character.map((char) => (char === "-" ? "\\-" : char)),
  fc.constantFrom("\\d", "\\w", "\\s", "\\W", "a-z", "0-9", "\\u{1F600}", "\\x41"),
);

const atom = fc.oneof(
  { weight: 5, arbitrary: character },
  fc.constantFrom(".", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "\\.", "\\u0061"),
  fc
    .tuple(fc.boolean(), fc.array(classItem, { minLength: 1, maxLength: 4 }))
    .map(([negated, items]) => `[${negated ? "^" : ""}${items.join("")}]`),
);

const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,3}", "{0,2}", "*?", "+?", "??", "{1,}");

/** Patterns of the dialect. No repeated group can be empty: engines differ in which empty turn of a loop they take. */
export const regex: fc.Arbitrary<string> = fc.letrec<{ node: string; part: string }>((tie) => ({
  part: fc.oneof(
    { weight: 4, arbitrary: fc.tuple(atom, quantifier).map((pair) => pair.join("")) },
    { weight: 1, arbitrary: fc.constantFrom("^", "$", "\\b", "\\B") },
    { weight: 1, arbitrary: tie("node").map((node) => `(?:${node})`) },
    { weight: 1, arbitrary: fc.tuple(atom, tie("node"), quantifier).map(([a, b, q]) => `(${a}(?:${b}))${q}`) },
  ),
  node: fc.oneof(
    { depthSize: "small" },
    fc.array(tie("part"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
    fc.tuple(tie("part"), tie("part")).map((pair) => pair.join("|")),
  ),
})).node;
