import assert from "node:assert/strict";
import { test } from "node:test";
import { slug } from "./slug.js";

test("A title becomes lower case", () => {
  assert.equal(slug(" Title "), "title");
});

test("Every space becomes a dash", () => {
  assert.equal(slug("A short title"), "a-short-title");
});
