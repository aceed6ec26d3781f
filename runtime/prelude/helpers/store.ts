const written: Map<string, string> = new Map();
/** What a frame needs for a key and a value beside their own bytes, at most. */
const PAIR_BYTES = 16;
/**
 * Bytes by which stored values have grown, and bytes that are handed over at the end. Neither is less than the truth; they
 * are the truth once `exactSizes` is set, which is when it first matters.
 */
let grownBytes = 0;
let writtenBytes = 0;
let exactSizes = false;
/** The same, if what was last looked at is stored. */
let nextGrownBytes = 0;
let nextWrittenBytes = 0;

function mostBytes(text: string): number {
  return exactSizes ? utf8Length(text) : text.length * 3;
}

function leastBytes(text: string): number {
  return exactSizes ? utf8Length(text) : text.length;
}

/** What a key held before this cell, where that makes room. */
function heldBefore(name: string): string | undefined {
  return settings.storedBytes === null ? undefined : storedBefore(name);
}

function pairBytes(name: string): number {
  return mostBytes(name) + PAIR_BYTES;
}

function countExactly(): void {
  exactSizes = true;
  grownBytes = writtenBytes = 0;
  mapForEach(written, (json, name) => {
    const before = heldBefore(name);
    grownBytes += utf8Length(json) + (before === undefined ? utf8Length(name) : -utf8Length(before));
    writtenBytes += utf8Length(json) + pairBytes(name);
  });
}

/** Says which limit a value would exceed, as far as the sizes are known; empty if none. */
function problemOfStoring(name: string, json: string): string {
  const { storedBytes, frameBytes } = settings;
  const mine = mapGet(written, name);
  // What the key holds so far, here or from an earlier cell, makes room.
  const before = mine ?? heldBefore(name);
  nextGrownBytes = grownBytes + mostBytes(json) + (before === undefined ? mostBytes(name) : -leastBytes(before));
  nextWrittenBytes = writtenBytes + mostBytes(json) + (mine === undefined ? pairBytes(name) : -leastBytes(mine));
  if (storedBytes !== null && nextGrownBytes > storedBytes) {
    return "Stored values would exceed the limit storedBytes; this cell may add " + storedBytes + " bytes.";
  }
  if (nextWrittenBytes > frameBytes) {
    return "One cell can store what the largest frame carries, " + frameBytes + " bytes; another cell can store more.";
  }
  return "";
}

function storeKey(key: unknown, helper: string): string {
  if (typeof key === "symbol") throw helper + " key must be a string";
  try {
    return Original.String(key);
  } catch {
    throw helper + " key must be a string";
  }
}

function store(key: unknown, value: unknown): void {
  if (ended) return;
  const name = stringToWellFormed(storeKey(key, "store"));
  if (value === undefined) {
    throw "Unable to store " + jsonStringify(name) + ". Only plain serializable objects can be stored.";
  }
  const json = requireJson(value, store, "store_full");
  let problem = problemOfStoring(name, json);
  if (problem !== "" && !exactSizes) {
    countExactly();
    problem = problemOfStoring(name, json);
  }
  if (problem !== "") throw limitError("store_full", problem);
  grownBytes = nextGrownBytes;
  writtenBytes = nextWrittenBytes;
  mapSet(written, name, json);
}

/** JSON text that earlier cells left under a key. */
function storedBefore(name: string): string | undefined {
  return bridge(slot, "load", name) as string | undefined;
}

function load(key: unknown): unknown {
  const name = storeKey(key, "load");
  const json = mapGet(written, name) ?? storedBefore(name);
  return json === undefined ? undefined : jsonParse(json);
}

/** Everything this cell stored, as JSON of a flat list: key, JSON text, key, … */
function writtenJson(): string {
  if (mapSize(written) === 0) return "";
  let list = "";
  mapForEach(written, (json, key) => {
    list += (list === "" ? "[" : ",") + jsonStringify(key) + "," + jsonStringify(json);
  });
  return list + "]";
}

defineHelper("store", store);
defineHelper("load", load);
