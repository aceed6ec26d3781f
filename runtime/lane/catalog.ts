import type { CatalogFrame } from "../../protocol/index.ts";

/** The tools of one catalog revision, in the forms in which scripts ask for them. */
export class Catalog {
  readonly #tools: CatalogFrame["tools"];
  readonly #indexes: ReadonlyMap<string, number>;
  #names: string | null = null;
  #listing: string | null = null;

  constructor(frame: CatalogFrame) {
    this.#tools = frame.tools;
    this.#indexes = new Map(frame.tools.map(([name], index) => [name, index]));
  }

  /** Index of a tool, or -1. */
  indexOf(name: string): number {
    return this.#indexes.get(name) ?? -1;
  }

  /** JSON text of all names. Made once: it is the same for every cell. */
  names(): string {
    this.#names ??= JSON.stringify(this.#tools.map(([name]) => name));
    return this.#names;
  }

  /** JSON text of ALL_TOOLS. */
  listing(): string {
    this.#listing ??= JSON.stringify(this.#tools.map(([name, description]) => ({ name, description })));
    return this.#listing;
  }
}
