const MAX_BYTES = 16 * 1024;
const MAX_CHARACTERS = 300;
const MAX_MS = 2000;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/**
 * The beginning of an answer's body, on one line, for a message. A body that does not end or does not come is cut.
 *
 * @param hide takes out secrets: before it is cut, which could leave a part of one.
 */
export async function readExcerpt(response: Response, hide: (text: string) => string): Promise<string> {
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  if (reader === undefined) return "";
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), MAX_MS);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (let read = await reader.read(); !read.done && bytes < MAX_BYTES; read = await reader.read()) {
      chunks.push(read.value);
      bytes += read.value.byteLength;
    }
  } catch {
    // What has come is better than nothing.
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => undefined);
  }
  const line = hide(Buffer.concat(chunks).toString("utf8").replace(CONTROL, " ").replace(/\s+/g, " ").trim());
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}
