/**
 * Values between code and host are JSON, and bytes besides: those travel as an object with this one key. Each run has a
 * key of its own, so that no value of a tool can be taken for bytes by chance.
 */
export type BytesKey = string;

/** A value as it travels; undefined where JSON has nothing for it. Throws what `JSON.stringify` throws. */
export function encode(value: unknown, key: BytesKey): unknown {
  const text = JSON.stringify(value, function (this: Record<string, unknown>, name: string, shown: unknown): unknown {
    // `shown` is what `toJSON` made of it: a Buffer would be a list of numbers by now.
    const bytes = bytesOf(this[name]);
    return bytes === null ? shown : { [key]: Buffer.from(bytes).toString("base64") };
  });
  return text === undefined ? undefined : JSON.parse(text);
}

/** The value that travelled. Bytes are `Uint8Array`s. */
export function decode(value: unknown, key: BytesKey): unknown {
  if (Array.isArray(value)) return value.map((item) => decode(item, key));
  if (typeof value !== "object" || value === null) return value;
  const bytes = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  if (typeof bytes === "string") return new Uint8Array(Buffer.from(bytes, "base64"));
  // Own keys only, so that `__proto__` stays a key.
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, decode(item, key)]));
}

function bytesOf(value: unknown): Uint8Array | null {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : null;
}
