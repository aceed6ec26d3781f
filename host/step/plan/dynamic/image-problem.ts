/** Enough to find what kind of picture it is. */
const HEAD_BYTES = 32;

/** The smallest file of each kind, and how it begins. */
const KINDS: readonly { readonly minBytes: number; readonly matches: (head: Buffer) => boolean }[] = [
  { minBytes: 57, matches: (head) => begins(head, "89504e470d0a1a0a0000000d49484452") },
  { minBytes: 100, matches: (head) => begins(head, "ffd8ff") },
  { minBytes: 14, matches: (head) => /^GIF8[79]a/u.test(head.toString("latin1")) },
  { minBytes: 26, matches: (head) => /^RIFF.{4}WEBP/su.test(head.toString("latin1")) },
];

/**
 * What keeps models from reading an image, or null. One broken image makes a provider refuse the whole request, so it
 * must not get there. Addresses on the web are the provider's to fetch.
 */
export function imageProblem(imageUrl: string): string | null {
  if (/^https?:\/\//iu.test(imageUrl)) return null;
  const comma = imageUrl.indexOf(",");
  if (comma === -1 || !/^data:image\/[\w.+-]+;base64$/iu.test(imageUrl.slice(0, Math.min(comma, 100)))) {
    return "it is no base64 data URL of an image";
  }
  const base64 = imageUrl.slice(comma + 1);
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(base64) || base64.replace(/=+$/u, "").length % 4 === 1) {
    return "its data is not base64";
  }
  const bytes = Math.floor((base64.length * 3) / 4);
  const head = Buffer.from(base64.slice(0, HEAD_BYTES * 2), "base64");
  const kind = KINDS.find(({ matches }) => matches(head));
  if (kind === undefined) return "its data is no PNG, JPEG, GIF or WebP image";
  return bytes < kind.minBytes ? "its data ends too early" : null;
}

function begins(head: Buffer, hex: string): boolean {
  return head.toString("hex").startsWith(hex);
}
