/** Bytes of a buffer; 0 when it is detached. */
function bufferLength(buffer: ArrayBuffer): number {
  return apply(Raw.arrayBufferByteLength, buffer, []) as number;
}

function isDetached(buffer: ArrayBuffer): boolean {
  return apply(Raw.arrayBufferDetached, buffer, []) as boolean;
}

function isResizable(buffer: ArrayBuffer): boolean {
  return apply(Raw.arrayBufferResizable, buffer, []) as boolean;
}

function cloneBuffer(source: ArrayBuffer, called: object): ArrayBuffer {
  if (isDetached(source)) {
    throw dataCloneError("An ArrayBuffer is detached and could not be cloned.", called);
  }
  const length = bufferLength(source);
  const copy = isResizable(source)
    ? new Original.ArrayBuffer(length, { maxByteLength: apply(Raw.arrayBufferMaxByteLength, source, []) as number })
    : new Original.ArrayBuffer(length);
  apply(Raw.typedArraySet, new Original.Uint8Array(copy), [new Original.Uint8Array(source)]);
  return copy;
}

type ViewConstructor = new (buffer: ArrayBuffer, byteOffset: number, length?: number) => ArrayBufferView;

/** The class with the name that a typed array's own slot tells. */
function typedArrayClass(name: string): ViewConstructor {
  switch (name) {
    case "Uint8Array":
    case "Uint16Array":
      return Original[name];
    default:
      return OriginalRare[name as "Int8Array"];
  }
}

function cloneView(source: ArrayBufferView, kind: "typed" | "dataview", state: CloneState): ArrayBufferView {
  const typed = kind === "typed";
  const buffer = apply(typed ? Raw.typedArrayBuffer : Raw.dataViewBuffer, source, []) as ArrayBuffer;
  // Before the view is measured: a detached buffer is refused here.
  const target = cloneValue(buffer, state) as ArrayBuffer;
  const offset = apply(typed ? Raw.typedArrayByteOffset : Raw.dataViewByteOffset, source, []) as number;
  const bytes = apply(typed ? Raw.typedArrayByteLength : Raw.dataViewByteLength, source, []) as number;
  const View = typed ? typedArrayClass(apply(Raw.typedArrayTag, source, []) as string) : OriginalRare.DataView;
  // Nothing tells whether a view follows its buffer's length. One that reaches the end of a resizable buffer was
  // almost always made to.
  const follows = isResizable(buffer) && offset + bytes === bufferLength(buffer);
  const length = typed ? (apply(Raw.typedArrayLength, source, []) as number) : bytes;
  return remember(source, follows ? new View(target, offset) : new View(target, offset, length), state);
}

/** The buffers to transfer. Throws for anything that cannot be transferred, before anything is copied. */
function transferList(options: unknown, called: object): ArrayBuffer[] {
  const buffers = newList<ArrayBuffer>();
  if (options === undefined || options === null) return buffers;
  if (typeof options !== "object" && typeof options !== "function") {
    throw builtInError("TypeError", "The options of structuredClone must be an object", called);
  }
  const transfer = (options as { transfer?: unknown }).transfer;
  if (transfer === undefined) return buffers;
  const list = listOf(transfer);
  if (list === null) throw builtInError("TypeError", "The option transfer must be an array of ArrayBuffers", called);
  for (let i = 0; i < list.length; i++) {
    const buffer = list[i];
    if (typeof buffer !== "object" || buffer === null || kindOf(buffer) !== "buffer") {
      throw dataCloneError("Only ArrayBuffers can be transferred.", called);
    }
    if (isDetached(buffer as ArrayBuffer)) {
      throw dataCloneError("An ArrayBuffer is detached and could not be transferred.", called);
    }
    for (let j = 0; j < i; j++) {
      if (list[j] === buffer) throw dataCloneError("An ArrayBuffer occurs twice in the option transfer.", called);
    }
    buffers[i] = buffer as ArrayBuffer;
  }
  return buffers;
}
