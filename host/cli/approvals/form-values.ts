import { checkValue } from "../../approvals/elicitation/check-value.ts";
import type { FormField, FormOption, FormValue } from "../../approvals/elicitation/contract.ts";

/** What a typed line means for a field. `null` as the value: the field is left out. */
export type TypedValue = { readonly value: FormValue | null } | { readonly problem: string };

/** Reads a line as the value of a field. An empty one takes the default, or leaves out what may be left out. */
export function readTyped(field: FormField, line: string): TypedValue {
  const typed = line.trim();
  if (typed === "") {
    if (field.default !== undefined) return { value: field.default };
    return field.required ? { problem: "It is needed." } : { value: null };
  }
  const value = valueOf(field, typed);
  if (value === null) return { problem: `This must be ${expected(field)}.` };
  const wrong = checkValue(field, value);
  return wrong === null ? { value } : { problem: `This must be ${wrong}.` };
}

/** The default as it is shown behind a prompt. */
export function shownDefault(field: FormField): string {
  const { default: preset } = field;
  if (preset === undefined) return "";
  return ` [${typeof preset === "boolean" ? (preset ? "y" : "n") : String(preset)}]`;
}

function valueOf(field: FormField, typed: string): FormValue | null {
  switch (field.kind) {
    case "string":
      return typed;
    case "number":
    case "integer":
      return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/iu.test(typed) ? Number(typed) : null;
    case "boolean":
      if (/^(?:y|yes|true)$/iu.test(typed)) return true;
      return /^(?:n|no|false)$/iu.test(typed) ? false : null;
    case "choice":
      return chosen(field.options, typed);
    case "choices": {
      const values = typed.split(",").map((part) => chosen(field.options, part.trim()));
      return values.every((value) => value !== null) ? [...new Set(values)] : null;
    }
  }
}

/** By its value or label, or else by its number. */
function chosen(options: readonly FormOption[], typed: string): string | null {
  const named = options.find(({ value, label }) => value === typed || label === typed);
  if (named !== undefined) return named.value;
  return /^\d+$/u.test(typed) ? (options[Number(typed) - 1]?.value ?? null) : null;
}

function expected(field: FormField): string {
  switch (field.kind) {
    case "choice":
      return "one of the numbers above";
    case "choices":
      return "some of the numbers above, with commas between them";
    case "boolean":
      return "y or n";
    default:
      return field.kind === "integer" ? "a whole number" : "a number";
  }
}
