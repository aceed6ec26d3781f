import { expect, test } from "vitest";
import { LinkedSet } from "../../../host/under-way/linked-set.ts";
import type { Linked } from "../../../host/under-way/linked-set.ts";

class Item implements Linked<Item> {
  before: Item | null = null;
  after: Item | null = null;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

function filled(names: string): { readonly set: LinkedSet<Item>; readonly items: readonly Item[] } {
  const set = new LinkedSet<Item>();
  const items = names.split("").map((name) => new Item(name));
  for (const item of items) set.add(item);
  return { set, items };
}

const names = (set: LinkedSet<Item>): string =>
  set
    .items()
    .map(({ name }) => name)
    .join("");

test.each([
  ["first", 0, "bcd"],
  ["last", 3, "abc"],
  ["one in the middle", 1, "acd"],
])("Items keep their order when the %s leaves", (_, index, left) => {
  const { set, items } = filled("abcd");
  const item = items[index] as Item;
  expect(set.delete(item)).toBe(true);
  expect([names(set), set.size, set.first?.name]).toEqual([left, 3, left[0]]);
  set.add(item);
  expect(names(set)).toBe(left + item.name);
});

test("What is not in it is not taken out, also not twice", () => {
  const { set, items } = filled("ab");
  expect(set.delete(new Item("x"))).toBe(false);
  for (const item of items) expect([set.delete(item), set.delete(item)]).toEqual([true, false]);
  expect([set.size, set.first]).toEqual([0, null]);
});

test("An item that has left holds none of the others", () => {
  const { set, items } = filled("abc");
  for (const item of items) {
    set.delete(item);
    expect([item.before, item.after]).toEqual([null, null]);
  }
});

test("It may change while somebody goes through its items", () => {
  const { set } = filled("abc");
  const seen: string[] = [];
  for (const item of set.items()) {
    seen.push(item.name);
    set.delete(item);
    if (item.name === "a") set.add(new Item("d"));
  }
  expect([seen.join(""), names(set)]).toEqual(["abc", "d"]);
});
