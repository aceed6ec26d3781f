interface ToolListing {
  name: string;
  description: string;
}

/** The `tools` object itself; functions come into being when they are first looked at. */
const toolTable: Record<string, unknown> = {};
let toolsComplete = false;
/** Names already looked up, so that the runtime is asked once for each. */
const asked: Record<string, boolean> = createObject(null) as Record<string, boolean>;

function toolFunction(index: number): Function {
  const implementation = (argument: unknown): Promise<unknown> => callTool(index, argument, implementation);
  return publicHelper(implementation);
}

function defineTool(name: string, index: number): void {
  defineOwn(toolTable, name, toolFunction(index));
}

function toolNames(): string[] {
  return jsonParse(host.ask("names", "")) as string[];
}

/**
 * Puts every tool on `tools`, in the catalog's order. Needed as soon as somebody looks at the object as a whole or
 * changes it; a script that only calls tools never pays for the others.
 */
function completeTools(): void {
  if (toolsComplete) return;
  toolsComplete = true;
  const names = toolNames();
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const made = getOwnPropertyDescriptor(toolTable, name);
    if (made !== undefined) {
      // Defined again, so that the order is the catalog's.
      delete toolTable[name];
      defineProperty(toolTable, name, made);
    } else {
      defineTool(name, i);
    }
  }
}

function lookUpTool(name: string | symbol): void {
  if (toolsComplete || typeof name !== "string" || asked[name] === true) return;
  asked[name] = true;
  const index = bridge(slot, "tool", name) as number;
  if (index >= 0) defineTool(name, index);
}

const tools: Record<string, unknown> = new Proxy(toolTable, {
  get(target, name, receiver) {
    lookUpTool(name);
    return receiver === tools ? target[name as string] : (reflectGet(target, name, receiver) as unknown);
  },
  has(target, name) {
    lookUpTool(name);
    return name in target;
  },
  getOwnPropertyDescriptor(target, name) {
    lookUpTool(name);
    return getOwnPropertyDescriptor(target, name);
  },
  ownKeys(target) {
    completeTools();
    return ownKeys(target);
  },
  set(target, name, value, receiver) {
    completeTools();
    return reflectSet(target, name, value, receiver === tools ? target : receiver);
  },
  deleteProperty(target, name) {
    completeTools();
    return reflectDelete(target, name);
  },
  defineProperty(target, name, descriptor) {
    completeTools();
    return reflectDefine(target, name, descriptor);
  },
  preventExtensions(target) {
    completeTools();
    return reflectPreventExtensions(target);
  },
});

function listTools(): ToolListing[] {
  return jsonParse(host.ask("listing", "")) as ToolListing[];
}

/** ALL_TOOLS is a plain property when the source names it, else made when it is first read. */
function defineAllTools(atOnce: boolean): void {
  if (atOnce) {
    defineGlobal("ALL_TOOLS", listTools(), true);
    return;
  }
  defineProperty(globalThis, "ALL_TOOLS", {
    get() {
      const value = listTools();
      defineGlobal("ALL_TOOLS", value, true);
      return value;
    },
    set(value) {
      defineGlobal("ALL_TOOLS", value, true);
    },
    enumerable: true,
    configurable: true,
  });
}

defineGlobal("tools", tools, true);
