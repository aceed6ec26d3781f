/**
 * Defines a global that is made when it is first read: an accessor that replaces itself by a plain property, as it
 * does by whatever is assigned to it. Not enumerable, so that a script that lists its globals sees the reference's.
 */
function defineLazyGlobal(name: string, create: () => unknown): void {
  let made = false;
  let value: unknown;
  defineProperty(globalThis, name, {
    __proto__: null,
    get: () => {
      if (!made) {
        value = create();
        made = true;
      }
      // Fails without an exception on a frozen global object; the accessor then goes on answering.
      reflectDefine(globalThis, name, ownValue(value));
      return value;
    },
    set: (replacement: unknown) => {
      reflectDefine(globalThis, name, ownValue(replacement));
    },
    enumerable: false,
    configurable: true,
  } as PropertyDescriptor);
}

type Define = (name: string, create: () => unknown) => void;

/** Makes the value of a web global; `defineLazyGlobal` of the web files puts them here. */
let webFactories: Record<string, () => unknown> | null = null;
let webScopeFor: (define: Define) => unknown = ignore;

/** Fetches and runs the code of the web globals, once. */
function loadWeb(): Record<string, () => unknown> {
  if (webFactories === null) {
    const factories = (webFactories = createObject(null) as Record<string, () => unknown>);
    const run = new Original.Function("scope", host.ask("web", "")) as (scope: unknown) => void;
    run(
      webScopeFor((name, create) => {
        factories[name] = create;
      }),
    );
  }
  return webFactories;
}

/**
 * Defines globals whose code is fetched from the runtime when one of them is needed. `webScope` gives that code what the
 * core's top level holds.
 */
function defineWebGlobals(names: readonly string[], webScope: (define: Define) => unknown): void {
  webScopeFor = webScope;
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    defineLazyGlobal(name, () => (loadWeb()[name] as () => unknown)());
  }
}
