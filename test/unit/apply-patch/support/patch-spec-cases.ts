import { specCases } from "../../tools/spec-cases.ts";

interface Input {
  readonly filesBefore?: Readonly<Record<string, string>>;
  readonly patch?: string;
  readonly exec_command?: string;
}
interface Expected {
  readonly output?: string;
  readonly body?: string;
  readonly filesAfter?: Readonly<Record<string, string>>;
}

/** What the reference makes of patches: given to its tool, or to a shell command. */
export const patchCases = specCases<Input, Expected>("apply-patch-cases.json");
