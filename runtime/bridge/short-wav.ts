/** What a model is told instead of hearing a clip that is too short for it. */
export const SHORT_WAV_TEXT = "Audio output omitted because the clip is shorter than 25 ms; use a longer clip.";

const MIN_SECONDS = 0.025;
const WAV_URL = /^data:audio\/(?:wav|wave|x-wav|vnd\.wave)[;,]/iu;
const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** Whether a `data:` URL holds a WAV clip of less than 25 ms. Anything that cannot be read as one is not. */
export function isShortWav(url: string): boolean {
  if (!WAV_URL.test(url.slice(0, 40))) return false;
  const comma = url.indexOf(",");
  if (!/;base64$/iu.test(url.slice(0, comma))) return false;
  const bytes = Buffer.from(url.slice(comma + 1), "base64");
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE") return false;
  let bytesPerSecond = 0;
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= bytes.length;) {
    const name = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const start = at + CHUNK_HEADER_BYTES;
    if (name === "fmt " && start + 12 <= bytes.length) bytesPerSecond = bytes.readUInt32LE(start + 8);
    if (name === "data")
      return bytesPerSecond > 0 && Math.min(length, bytes.length - start) / bytesPerSecond < MIN_SECONDS;
    // Chunks start at even offsets.
    at = start + length + (length % 2);
  }
  return false;
}
