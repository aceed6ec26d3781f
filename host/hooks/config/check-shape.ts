import { IsocellError } from "../../../protocol/index.ts";

/** Where in a configuration something stands, and who is told what has no effect. */
export interface Place {
  readonly file: string | undefined;
  readonly path: string;
  readonly warn: (warning: string) => void;
}

export type Fields = Readonly<Record<string, unknown>>;

/** The error for something that has the wrong shape. */
export function wrong(place: Place, expected: string, got: unknown): IsocellError {
  const json = got === undefined ? undefined : (JSON.stringify(got) ?? typeof got);
  const shown = json === undefined ? "" : `, got ${json.length > 60 ? `${json.slice(0, 60)}…` : json}`;
  const where = place.file === undefined ? place.path : `${place.file}: ${place.path}`;
  return new IsocellError("invalid_config", `${where}: expected ${expected}${shown}.`, {
    data: { file: place.file ?? null, path: place.path },
  });
}

export function asObject(value: unknown, place: Place): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(place, "an object", value ?? null);
  return value as Fields;
}

export function asArray(value: unknown, place: Place): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(place, "an array", value ?? null);
  return value;
}

export function asString(value: unknown, place: Place): string {
  if (typeof value !== "string") throw wrong(place, "a string", value ?? null);
  return value;
}

export function asBoolean(value: unknown, place: Place): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "boolean") throw wrong(place, "true or false", value);
  return value;
}

export function warnAboutOthers(fields: Fields, known: readonly string[], place: Place): void {
  const others = Object.keys(fields).filter((key) => !known.includes(key));
  if (others.length > 0) place.warn(`${place.path}: ${others.join(", ")} is not supported and has no effect`);
}
