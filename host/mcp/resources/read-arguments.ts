/** Arguments of the tools for resources, in the words that models are trained on. */

const PREFIX = "failed to parse function arguments: ";

/** What a list is asked for. Blank texts count as none. */
export interface ListArguments {
  readonly server: string | null;
  readonly cursor: string | null;
}

/** Throws an Error for the model. */
export function readListArguments(input: unknown): ListArguments {
  if (input === undefined || input === null) return { server: null, cursor: null };
  const given = objectOf(input);
  const server = optionalText(given, "server");
  const cursor = optionalText(given, "cursor");
  if (server === null && cursor !== null) throw new Error("cursor can only be used when a server is specified");
  return { server, cursor };
}

/** Throws an Error for the model. */
export function readReadArguments(input: unknown): { readonly server: string; readonly uri: string } {
  const given = objectOf(input);
  const server = requiredText(given, "server");
  const uri = requiredText(given, "uri");
  for (const [name, value] of Object.entries({ server, uri })) {
    if (value === "") throw new Error(`${name} must be provided`);
  }
  return { server, uri };
}

type Given = Readonly<Record<string, unknown>>;

function objectOf(input: unknown): Given {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as Given;
  throw new Error(`${PREFIX}invalid type: ${kindOf(input)}, expected an object`);
}

function optionalText(given: Given, name: string): string | null {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value === undefined || value === null) return null;
  const text = textOf(value);
  return text === "" ? null : text;
}

function requiredText(given: Given, name: string): string {
  if (!Object.hasOwn(given, name)) throw new Error(`${PREFIX}missing field \`${name}\``);
  return textOf(given[name]);
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  throw new Error(`${PREFIX}invalid type: ${kindOf(value)}, expected a string`);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "sequence";
  if (typeof value === "object") return "map";
  if (typeof value === "boolean") return `boolean \`${value}\``;
  if (typeof value === "string") return `string ${JSON.stringify(value.slice(0, 100))}`;
  const number = Number(value);
  return Number.isInteger(number) ? `integer \`${number}\`` : `floating point \`${number}\``;
}
