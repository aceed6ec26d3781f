// How objects of each kind are shown.

type ShapeKind = Kind | "function" | "platform";

interface Shape {
  readonly kind: ShapeKind;
  /** What comes before the bracket. */
  readonly prefix: string;
  readonly open: "[" | "{";
  readonly close: "]" | "}";
  /** Text that stands for the whole object if it has no properties of its own. */
  readonly whole: string | null;
  /** What it is called when it is too deep to be shown. */
  readonly className: string;
  readonly view: PlatformView | null;
}

function shapeOf(value: object): Shape {
  if (typeof value === "function") return braces("function", "", functionText(value), "Function", null);
  const view = platformView(value);
  if (view !== null) return braces("platform", view.className + " ", null, view.className, view);
  const kind = kindOf(value);
  const name = classNameOf(value);
  const className = name ?? defaultName(kind);
  switch (kind) {
    case "array":
      return brackets(kind, listPrefix(name, "Array", (value as unknown[]).length), className);
    case "typed":
      return brackets(kind, className + "(" + (apply(Raw.typedArrayLength, value, []) as number) + ") ", className);
    case "map":
      return braces(kind, className + "(" + mapSize(value as Map<unknown, unknown>) + ") ", null, className, null);
    case "set":
      return braces(kind, className + "(" + (apply(Raw.setSize, value, []) as number) + ") ", null, className, null);
    case "date":
      return braces(kind, "", dateText(value), className, null);
    case "regexp":
      return braces(kind, "", regExpText(value), className, null);
    case "error":
      return braces(kind, "", errorText(value), className, null);
    case "boolean":
    case "number":
    case "string":
    case "bigint":
    case "symbol":
      return braces(kind, "", "[" + className + ": " + primitiveText(unbox(kind, value)) + "]", className, null);
    case "promise":
      // Its state cannot be seen from outside; what can be said is what a script that prints one forgot.
      return braces(kind, "", className + " { <not awaited> }", className, null);
    case "buffer":
    case "dataview":
    case "opaque":
      return braces(kind, taggedName(value, className) + " ", null, className, null);
    case "plain":
      return braces(kind, plainPrefix(value, name), null, className, null);
  }
}

function braces(
  kind: ShapeKind,
  prefix: string,
  whole: string | null,
  className: string,
  view: PlatformView | null,
): Shape {
  return { kind, prefix, open: "{", close: "}", whole, className, view };
}

function brackets(kind: ShapeKind, prefix: string, className: string): Shape {
  return { kind, prefix, open: "[", close: "]", whole: null, className, view: null };
}

function defaultName(kind: Kind): string {
  return kind === "array" ? "Array" : kind === "map" ? "Map" : kind === "set" ? "Set" : "Object";
}

/** Nothing before an ordinary array; class and length before one of a derived class. */
function listPrefix(name: string | null, usual: string, length: number): string {
  return name === usual ? "" : (name ?? "[" + usual + ": null prototype]") + "(" + length + ") ";
}

function plainPrefix(value: object, name: string | null): string {
  const tagged = taggedName(value, name ?? "[Object: null prototype]");
  return tagged === "Object" ? "" : tagged + " ";
}

/** A class name with the object's Symbol.toStringTag, if that is a plain string and says something else. */
function taggedName(value: object, name: string): string {
  const tag = inheritedValue(value, symbolToStringTag);
  return typeof tag === "string" && tag !== "" && tag !== name ? name + " [" + tag + "]" : name;
}

/** What a property is on the object or its prototypes, without running a getter; undefined if it has one. */
function inheritedValue(value: object, key: PropertyKey): unknown {
  let holder: object | null = value;
  for (let depth = 0; holder !== null && depth < MAX_CHAIN; depth++) {
    const descriptor = getOwnPropertyDescriptor(holder, key);
    if (descriptor !== undefined) return hasOwn(descriptor, "value") ? descriptor.value : undefined;
    holder = getPrototypeOf(holder) as object | null;
  }
  return undefined;
}

function functionName(value: object): string {
  const descriptor = getOwnPropertyDescriptor(value, "name");
  const name: unknown = descriptor !== undefined && hasOwn(descriptor, "value") ? descriptor.value : "";
  return typeof name === "string" ? name : "";
}

/** Name of the nearest constructor on the prototype chain; null without one. */
function classNameOf(value: object): string | null {
  let prototype = getPrototypeOf(value) as object | null;
  for (let depth = 0; prototype !== null && depth < MAX_CHAIN; depth++) {
    if (prototype === Original.Object.prototype) return "Object";
    if (prototype === Original.Array.prototype) return "Array";
    const descriptor = getOwnPropertyDescriptor(prototype, "constructor");
    const made: unknown = descriptor !== undefined && hasOwn(descriptor, "value") ? descriptor.value : undefined;
    if (typeof made === "function") {
      const name = functionName(made);
      if (name !== "") return name;
    }
    prototype = getPrototypeOf(prototype) as object | null;
  }
  return null;
}

function functionText(value: object): string {
  const name = functionName(value);
  const source = apply(Raw.functionToString, value as () => unknown, []);
  if (stringStartsWith(source, "class ") || stringStartsWith(source, "class{")) {
    const parent = getPrototypeOf(value) as object | null;
    const parentName = typeof parent === "function" ? functionName(parent) : "";
    return "[class " + (name === "" ? "(anonymous)" : name) + (parentName === "" ? "" : " extends " + parentName) + "]";
  }
  const kind = inheritedValue(value, symbolToStringTag);
  return "[" + (typeof kind === "string" ? kind : "Function") + (name === "" ? " (anonymous)" : ": " + name) + "]";
}

function dateText(value: object): string {
  const time = apply(Raw.dateGetTime, value as Date, []);
  return time === time ? apply(Raw.dateToISOString, value as Date, []) : "Invalid Date";
}

function regExpText(value: object): string {
  try {
    return apply(Raw.regExpToString, value as RegExp, []);
  } catch {
    // The flags are read through getters on the prototype; the pattern is not.
    return "/" + (apply(Raw.regExpSource, value, []) as string) + "/";
  }
}

/** The stack of an error, as V8 made it; else what its string would be. */
function errorText(value: object): string {
  const stack = ownOrInherited(value, "stack");
  if (typeof stack === "string" && stack !== "") return stack;
  const name = ownOrInherited(value, "name");
  const message = ownOrInherited(value, "message");
  const title = typeof name === "string" ? name : "Error";
  return "[" + title + (typeof message === "string" && message !== "" ? ": " + message : "") + "]";
}

/** V8 keeps an error's stack behind an accessor, so here getters do run; one that throws counts as nothing. */
function ownOrInherited(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}
