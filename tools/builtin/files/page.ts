import type { JsonSchema } from "../../contract/spec.ts";

/** A part of a list: so many from the offset. */
export interface PageInput {
  readonly limit?: number;
  readonly offset?: number;
}

/** One part of a list. */
export interface Page<Item> {
  readonly items: Item[];
  readonly truncated: boolean;
  /** Where to go on; only where more follow. */
  readonly nextOffset?: number;
}

/** The parameters of a list. */
export function pageProperties(most: number, normal: number): { readonly [name: string]: JsonSchema } {
  return {
    limit: {
      type: "integer",
      minimum: 1,
      maximum: most,
      description: `Most results. Default ${Math.min(normal, most)}, at most ${most}.`,
    },
    offset: { type: "integer", minimum: 0, description: "Results to pass over. Default 0." },
  };
}

/** The members of a list's result that tell how to go on. */
export const PAGE_RESULT: { readonly [name: string]: JsonSchema } = {
  truncated: { type: "boolean", description: "Whether more results follow." },
  next_offset: { type: "integer", description: "Offset to go on with, where more follow." },
};

/** Takes a part of a list, and looks at one more to know whether any follow. */
export async function takePage<T, Item>(
  source: AsyncIterable<T>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  toItem: (entry: T) => Item | Promise<Item>,
): Promise<Page<Item>> {
  const items: Item[] = [];
  let seen = 0;
  for await (const entry of source) {
    if (seen++ < offset) continue;
    if (items.length === limit) return { items, truncated: true, nextOffset: offset + limit };
    items.push(await toItem(entry));
  }
  return { items, truncated: false };
}
