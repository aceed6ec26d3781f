import type { FormField } from "./contract.ts";

const FORMATS: Readonly<Record<string, { readonly looksRight: (text: string) => boolean; readonly like: string }>> = {
  email: { looksRight: (text) => /^[^\s@]+@[^\s@]+$/u.test(text), like: "an e-mail address" },
  uri: { looksRight: (text) => URL.canParse(text), like: "an address like https://example.com" },
  date: { looksRight: (text) => /^\d{4}-\d{2}-\d{2}$/u.test(text) && isDate(text), like: "a date like 2026-01-31" },
  "date-time": {
    looksRight: (text) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u.test(text) && isDate(text),
    like: "a time like 2026-01-31T12:00:00Z",
  },
};

/** What is wrong with the value of a field, as what it should be; null where nothing is. */
export function checkValue(field: FormField, value: unknown): string | null {
  switch (field.kind) {
    case "string":
      return checkText(field, value);
    case "number":
    case "integer": {
      if (typeof value !== "number" || !Number.isFinite(value)) return "a number";
      if (field.kind === "integer" && !Number.isSafeInteger(value)) return "a whole number";
      const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field;
      if (value < minimum) return `at least ${minimum}`;
      return value > maximum ? `at most ${maximum}` : null;
    }
    case "boolean":
      return typeof value === "boolean" ? null : "true or false";
    case "choice":
      return field.options.some((option) => option.value === value) ? null : "one of the values it offers";
    case "choices": {
      if (!Array.isArray(value) || new Set(value).size !== value.length) return "a list of different values";
      if (!value.every((one) => field.options.some((option) => option.value === one))) return "of the values it offers";
      const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = field;
      if (value.length < minItems) return `at least ${minItems} values`;
      return value.length > maxItems ? `at most ${maxItems} values` : null;
    }
  }
}

function checkText(field: Extract<FormField, { kind: "string" }>, value: unknown): string | null {
  if (typeof value !== "string") return "a text";
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format } = field;
  const length = Array.from(value).length;
  if (length < minLength) return `at least ${minLength} characters long`;
  if (length > maxLength) return `at most ${maxLength} characters long`;
  const form = format === undefined ? undefined : FORMATS[format];
  return form === undefined || form.looksRight(value) ? null : form.like;
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}
