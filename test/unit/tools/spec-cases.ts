import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../fixtures/spec");

/** One case of the reference behaviour, as it stands in the files of `test/fixtures/spec`. */
export interface SpecCase<Input, Expected> {
  readonly id: string;
  readonly input: Input;
  readonly expected: Expected;
}

/** The cases of one file. An empty file would test nothing, so it throws. */
export function specCases<Input, Expected>(file: string): SpecCase<Input, Expected>[] {
  const cases = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as SpecCase<Input, Expected>[];
  if (cases.length === 0) throw new Error(`${file} holds no cases`);
  return cases;
}
