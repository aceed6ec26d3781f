/** How kinds of files begin, as bytes in hexadecimal; a dot pair stands for any byte. */
const MAGIC: readonly (readonly [string, string])[] = [
  ["89504e470d0a1a0a", "a PNG image"],
  ["ffd8ff", "a JPEG image"],
  ["474946383[79]61", "a GIF image"],
  ["52494646........57454250", "a WebP image"],
  ["52494646........57415645", "a WAV sound"],
  ["(?:49492a00|4d4d002a)", "a TIFF image"],
  ["424d(?:..){4}00000000", "a BMP image"],
  ["00000100", "an icon"],
  ["(?:..){4}66747970(?:61766966|68656963)", "an AVIF or HEIC image"],
  ["(?:..){4}66747970", "an MP4 video"],
  ["1a45dfa3", "a Matroska or WebM video"],
  ["4f676753", "an Ogg file"],
  ["(?:494433|fff[b3])", "an MP3 sound"],
  ["664c6143", "a FLAC sound"],
  ["7f454c46", "an ELF executable"],
  ["(?:cffaedfe|cefaedfe|feedfacf|feedface)", "a Mach-O executable"],
  ["cafebabe0000000[0-4]", "a universal Mach-O executable"],
  ["cafebabe", "a Java class"],
  ["4d5a", "a Windows executable"],
  ["0061736d", "a WebAssembly module"],
  ["504b(?:0304|0506|0708)", "a ZIP archive (also used by Office files, JARs and the like)"],
  ["1f8b", "gzip data"],
  ["425a68", "bzip2 data"],
  ["fd377a585a00", "xz data"],
  ["28b52ffd", "Zstandard data"],
  ["377abcaf271c", "a 7z archive"],
  ["526172211a07", "a RAR archive"],
  ["255044462d", "a PDF document"],
  ["53514c69746520666f726d6174203300", "an SQLite database"],
  ["d0cf11e0a1b11ae1", "an old Office document"],
  ["774f4632", "a WOFF2 font"],
  ["774f4646", "a WOFF font"],
  ["(?:0001000000|4f54544f00)", "a font"],
  ["(?:fffe0000|0000feff)", "text in UTF-32"],
];

const KINDS = MAGIC.map(([hex, kind]) => ({ begins: new RegExp(`^${hex}`, "u"), kind }));

/** Kinds that hold no NUL byte where they begin, or are of no use as text although they look like it. */
const NEVER_TEXT: ReadonlySet<string> = new Set(["a PDF document", "gzip data", "bzip2 data", "text in UTF-32"]);

/**
 * What kind of binary a file is, or null for text: a NUL byte makes it binary, unless it is text in UTF-16.
 * @param head the first bytes, up to 8 KiB.
 */
export function binaryKind(head: Buffer): string | null {
  const start = head.toString("hex", 0, 64);
  const kind = KINDS.find(({ begins }) => begins.test(start))?.kind ?? null;
  if (kind !== null && NEVER_TEXT.has(kind)) return kind;
  if (utf16Of(head) !== null) return null;
  // Short marks like "MZ" begin texts, too; no text holds a NUL.
  return head.includes(0) ? (kind ?? "binary data") : null;
}

/** The encoding that a byte order mark names, where it is UTF-16. */
export function utf16Of(head: Buffer): "utf-16le" | "utf-16be" | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : null;
}
