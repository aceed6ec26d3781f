// The message of each schema is the phrase that completes "expected …".
import { z } from "zod";
import { boundsSchema, matcherSchema, report, strict, text } from "./matcher-schema.ts";
import { FORMS, LIVE_TYPES, MEASURES } from "./suite.ts";
import type { SuiteFile } from "./suite.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;
const MAX_REPETITIONS = 1000;
/** Variables of templates and conditions that are always there. */
const RESERVED = ["variant", "task", "repetition"];

/** Names stand in the names of files. */
const name = z.string("a name").regex(NAME, "a name of A-Z a-z 0-9 _ . -, at most 64 of them");
const value = z.union([z.string(), z.number()], "a string or a number");
const when = z
  .record(name, z.union([value, z.array(value)], "a value or an array of values"), "an object of values by variable")
  .exactOptional();
const values = z.record(name, value, "an object of values by variable");

function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): z.ZodInt {
  const expected =
    max === Number.MAX_SAFE_INTEGER ? `a whole number of at least ${min}` : `a whole number from ${min} to ${max}`;
  return z.int(expected).min(min, expected).max(max, expected);
}

function listOf<T extends z.ZodType>(item: T, what: string): z.ZodArray<T> {
  return z.array(item, `an array of ${what}`).min(1, `an array of ${what} that is not empty`);
}

const server = strict({
  command: text,
  args: z.array(z.string("a string"), "an array of strings").exactOptional(),
  env: z.record(text, z.string("a string"), "an object of strings").exactOptional(),
  cwd: text.exactOptional(),
});

const recorded = strict({
  type: z.literal("recorded"),
  when,
  form: z.enum(FORMS, FORMS.join(", ")).exactOptional(),
  path: text,
});
const script = strict({ type: z.literal("script"), when, module: text });
const live = strict({
  type: z.enum(LIVE_TYPES),
  when,
  baseUrl: z.string("a URL").regex(/^(?:https?:\/\/|\$\{)/, "a URL that begins with http:// or https://"),
  model: text,
  keyEnv: text.exactOptional(),
  headers: z.record(text, z.string("a string"), "an object of strings").exactOptional(),
  instructions: text.exactOptional(),
  mcpServers: z
    .record(z.string().regex(/^[A-Za-z0-9_.-]+$/, "a server name made of A-Z a-z 0-9 _ . -"), server)
    .exactOptional(),
  tools: z.array(text, "an array of module paths").exactOptional(),
  mode: z.enum(["direct", "code", "code-only"], '"direct", "code" or "code-only"').exactOptional(),
  maxRounds: wholeNumber(1, 1000).exactOptional(),
  maxTokens: wholeNumber(1).exactOptional(),
  maxOutputTokens: wholeNumber(1).exactOptional(),
  timeoutMs: wholeNumber(1, 86_400_000).exactOptional(),
});

const TYPES = ["recorded", "script", ...LIVE_TYPES].join(", ");
const source = z.discriminatedUnion("type", [recorded, script, live], {
  error: (issue) => (issue.code === "invalid_union" ? `a source whose type is one of ${TYPES}` : "an object"),
});

const which = z.enum(["some", "every", "first", "last"], '"some", "every", "first" or "last"').exactOptional();
const task = strict({
  id: name,
  prompt: text,
  answer: matcherSchema.exactOptional(),
  arguments: listOf(
    strict({ when, tool: text.exactOptional(), which, arguments: matcherSchema }),
    "expectations",
  ).exactOptional(),
  scope: listOf(
    strict({ when, tool: text.exactOptional(), which, result: matcherSchema }),
    "expectations",
  ).exactOptional(),
  errors: boundsSchema.exactOptional(),
});

const suiteSchema = strict({
  $schema: text.exactOptional(),
  name: text,
  note: text.exactOptional(),
  repetitions: wholeNumber(1, MAX_REPETITIONS).exactOptional(),
  variables: z.record(name, listOf(value, "values"), "an object of arrays by variable"),
  variants: listOf(strict({ id: name, values }), "variants").exactOptional(),
  passes: listOf(z.enum(MEASURES, MEASURES.join(", ")), "measures").exactOptional(),
  sources: listOf(source, "sources"),
  tasks: listOf(task, "tasks"),
}).check((context) => {
  const { variables, variants = [], sources, tasks } = context.value;
  for (const reserved of RESERVED) {
    if (Object.hasOwn(variables, reserved))
      report(context, `another name: ${reserved} is taken`, ["variables", reserved]);
  }
  const known = Object.keys(variables);
  const twice = (list: readonly { readonly id: string }[], key: string): void => {
    for (const [index, { id }] of list.entries()) {
      if (list.findIndex((other) => other.id === id) < index) report(context, "an id of its own", [key, index, "id"]);
    }
  };
  twice(tasks, "tasks");
  twice(variants, "variants");
  for (const [index, { values: given }] of variants.entries()) {
    for (const variable of known) {
      const allowed = variables[variable] ?? [];
      if (Object.hasOwn(given, variable)) {
        if (!allowed.includes(given[variable] ?? "")) {
          report(context, `one of the values of ${variable}: ${allowed.join(", ")}`, [
            "variants",
            index,
            "values",
            variable,
          ]);
        }
      } else report(context, `a value of the variable ${variable}, too`, ["variants", index, "values"]);
    }
    for (const variable of Object.keys(given)) {
      if (!known.includes(variable)) {
        report(context, `one of the variables ${known.join(", ")}`, ["variants", index, "values", variable]);
      }
    }
  }
  const checkWhen = (condition: Readonly<Record<string, unknown>> | undefined, path: readonly PropertyKey[]): void => {
    for (const variable of Object.keys(condition ?? {})) {
      if (variable !== "variant" && !known.includes(variable)) {
        report(context, `a condition on one of variant, ${known.join(", ")}`, [...path, "when", variable]);
      }
    }
  };
  for (const [index, one] of sources.entries()) checkWhen(one.when, ["sources", index]);
  for (const [index, one] of tasks.entries()) {
    for (const [at, expected] of (one.arguments ?? []).entries()) {
      checkWhen(expected.when, ["tasks", index, "arguments", at]);
    }
    for (const [at, expected] of (one.scope ?? []).entries()) checkWhen(expected.when, ["tasks", index, "scope", at]);
  }
});

/** Checks a suite: it, or all that is wrong with it. */
export function checkSuite(
  given: unknown,
): { readonly suite: SuiteFile } | { readonly issues: readonly z.core.$ZodIssue[] } {
  const parsed = suiteSchema.safeParse(given, { reportInput: true });
  return parsed.success ? { suite: parsed.data } : { issues: parsed.error.issues };
}
