/** An object as it came from elsewhere: nothing is known about its values. */
export type JsonObject = { readonly [key: string]: unknown };

/** Whether a value is an object in JSON's sense: no array, not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of an own key; inherited ones, such as `constructor`, are not there. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether a key is there with a value that JSON can hold; `null` counts. */
export function has(object: JsonObject, key: string): boolean {
  return own(object, key) !== undefined;
}
