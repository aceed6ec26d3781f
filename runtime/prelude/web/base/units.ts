// Building long strings from code units: they collect in one array that exists once, and every CHUNK of them become a
// string in one call. Nothing that fills the array calls into the script, so one array is enough.

/** Code units turned into a string at once; each is an argument on the stack. */
const CHUNK = 4096;

let units: number[] | null = null;

/** The array, whose elements all exist, so that writing one reaches no prototype. */
function chunkUnits(): number[] {
  // JSON.parse makes an array of small integers without holes, which V8 passes on as arguments without a copy.
  units ??= jsonParse("[" + apply(Raw.stringRepeat, "0,", [CHUNK - 1]) + "0]") as number[];
  return units;
}

/** The first `count` units as a string. */
function unitsToString(from: number[], count: number): string {
  if (count > 40) {
    const text = apply(stringFromCharCode, undefined, from);
    return count === CHUNK ? text : stringSlice(text, 0, count);
  }
  let text = "";
  for (let i = 0; i < count; i++) text += stringFromCharCode(from[i] as number);
  return text;
}

/** The same bytes at the start of a longer buffer. */
function enlarged(bytes: Uint8Array<ArrayBuffer>, used: number, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Original.Uint8Array(length);
  apply(Raw.typedArraySet, larger, [
    new Original.Uint8Array(apply(Raw.typedArrayBuffer, bytes, []) as ArrayBuffer, 0, used),
  ]);
  return larger;
}

/** The first `used` bytes, in a buffer of exactly that length. `bytes` is no longer usable. */
function trimmed(bytes: Uint8Array<ArrayBuffer>, used: number): Uint8Array<ArrayBuffer> {
  const buffer = apply(Raw.typedArrayBuffer, bytes, []) as ArrayBuffer;
  return new Original.Uint8Array(apply(Raw.arrayBufferTransfer, buffer, [used]));
}

/** The bytes of what WebIDL calls a BufferSource, without a copy; null for anything else. */
function bytesOf(source: unknown): Uint8Array<ArrayBuffer> | null {
  let buffer = source as ArrayBuffer;
  let start = 0;
  let length: number | undefined;
  if (isView(source)) {
    const typed = apply(Raw.typedArrayTag, source, []) !== undefined;
    buffer = apply(typed ? Raw.typedArrayBuffer : Raw.dataViewBuffer, source, []) as ArrayBuffer;
    // A detached buffer counts as empty, but a DataView of one cannot even be asked for its length.
    if (isDetached(buffer)) return new Original.Uint8Array(0);
    start = apply(typed ? Raw.typedArrayByteOffset : Raw.dataViewByteOffset, source, []) as number;
    length = apply(typed ? Raw.typedArrayByteLength : Raw.dataViewByteLength, source, []) as number;
  } else if (typeof source !== "object" || source === null || kindOf(source) !== "buffer") {
    return null;
  }
  return isDetached(buffer) ? new Original.Uint8Array(0) : new Original.Uint8Array(buffer, start, length);
}

/** Length of bytes of ours or of the script; its own property could be another. */
function byteCount(bytes: Uint8Array): number {
  return apply(Raw.typedArrayLength, bytes, []) as number;
}
