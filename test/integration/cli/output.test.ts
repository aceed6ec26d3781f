import { expect, test } from "vitest";
import { OutputStore } from "../../../host/outputs/output-store.ts";
import { folder, isocell } from "./isocell.ts";

test("isocell output prints what a host kept, as a whole or in part.", async () => {
  const dir = await folder();
  const text = "äöü ".repeat(40_000);
  const handle = new OutputStore({ folder: dir }).keep(text) ?? "";
  expect(await isocell(["output", handle, "--dir", dir])).toEqual({ code: 0, stdout: text, stderr: "" });
  const part = await isocell(["output", handle, "--dir", dir, "--offset", "7", "--limit", "7"]);
  expect(part).toEqual({ code: 0, stdout: "äöü ", stderr: "" });
});

test("isocell output says what is missing.", async () => {
  const dir = await folder();
  expect(await isocell(["output", "out-abc", "--dir", dir])).toMatchObject({ code: 1, stdout: "" });
  expect(await isocell(["output", "--dir", dir])).toMatchObject({ code: 2 });
  expect(await isocell(["output", "out-abc"])).toMatchObject({ code: 2 });
  expect(await isocell(["output", "out-abc", "--dir", dir, "--limit", "x"])).toMatchObject({ code: 2 });
});
