import type { FormField } from "../../approvals/elicitation/contract.ts";
import type { ElicitForm } from "../sdk.ts";

type Schema = ElicitForm["requestedSchema"];
type Property = Schema["properties"][string];

/** The fields of a form as a client is asked for them. */
export function formSchema(fields: readonly FormField[]): Schema {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, property(field)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

function property(field: FormField): Property {
  const { title, description } = field;
  const about = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
  switch (field.kind) {
    case "string": {
      const { format, minLength, maxLength, default: preset } = field;
      return { type: "string", ...about, ...given({ format, minLength, maxLength, default: preset }) };
    }
    case "number":
    case "integer": {
      const { kind, minimum, maximum, default: preset } = field;
      return { type: kind, ...about, ...given({ minimum, maximum, default: preset }) };
    }
    case "boolean":
      return { type: "boolean", ...about, ...given({ default: field.default }) };
    case "choice": {
      const { options, default: preset } = field;
      // The older of the two forms for labels: clients of all versions of the protocol know it.
      return {
        type: "string",
        ...about,
        enum: options.map(({ value }) => value),
        enumNames: options.map(({ label }) => label),
        ...given({ default: preset }),
      };
    }
    case "choices": {
      const { options, minItems, maxItems, default: preset } = field;
      return {
        type: "array",
        ...about,
        items: { anyOf: options.map(({ value, label }) => ({ const: value, title: label })) },
        ...given({ minItems, maxItems }),
        ...(preset === undefined ? {} : { default: [...preset] }),
      };
    }
  }
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** What is there of it. */
function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}
