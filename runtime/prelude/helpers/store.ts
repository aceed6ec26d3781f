const written: Map<string, string> = new Map();
let writtenUnits = 0;

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
  const json = requireJson(value, store);
  // What the key holds so far, here or from an earlier cell, makes room.
  const before = mapGet(written, name) ?? (settings.storedBytes === null ? undefined : storedBefore(name));
  const units = writtenUnits + name.length + json.length - (before === undefined ? 0 : name.length + before.length);
  if (settings.storedBytes !== null && units > settings.storedBytes) {
    throw limitError(
      "store_full",
      "Stored values would exceed the limit storedBytes; this cell may add " + settings.storedBytes + " bytes.",
    );
  }
  writtenUnits = units;
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
