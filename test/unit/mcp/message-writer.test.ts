import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { MessageWriter } from "../../../host/mcp/process/message-writer.ts";

function writer(): { readonly writer: MessageWriter; readonly texts: string[] } {
  const texts: string[] = [];
  return { writer: new MessageWriter(async (text) => void texts.push(text)), texts };
}

test("The first message of a turn is written at once, those behind it together at its end, in order.", async () => {
  const { writer: made, texts } = writer();
  const sent = ["a", "b", "c"].map((text) => made.send(text));
  expect(texts).toEqual(["a"]);
  await Promise.all(sent);
  expect(texts).toEqual(["a", "bc"]);
  await turn();
  void made.send("d");
  expect(texts).toEqual(["a", "bc", "d"]);
});

test("Much is written before the turn is over, and what is left when it is asked for.", async () => {
  const { writer: made, texts } = writer();
  const long = "x".repeat(3000);
  for (const text of ["a", long, long, "b"]) void made.send(text);
  expect(texts).toEqual(["a", long + long]);
  made.flush();
  expect(texts).toEqual(["a", long + long, "b"]);
  await turn();
  expect(texts.length).toBe(3);
});

test("Everybody whose message was in a write that failed hears of it.", async () => {
  const made = new MessageWriter((text) => Promise.reject(new Error(`no ${text}`)));
  const sent = await Promise.allSettled(["a", "b", "c"].map((text) => made.send(text)));
  const reason = (message: string): unknown => ({ status: "rejected", reason: new Error(message) });
  expect(sent).toEqual([reason("no a"), reason("no bc"), reason("no bc")]);
});
