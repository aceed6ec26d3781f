import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openBrowser } from "../../../../host/cli/commands/login/open-browser.ts";
import { listen } from "../../../fixtures/mcp-http/listen.ts";
import { folder } from "../isocell.ts";

const PAGE = new URL("https://h/login?a=1");

test("Without a display, or where nobody wants a browser, none is opened.", async () => {
  expect(await openBrowser(PAGE, {}, "linux")).toBe(false);
  expect(await openBrowser(PAGE, { DISPLAY: ":0", BROWSER: "none" }, "linux")).toBe(false);
  expect(await openBrowser(PAGE, { BROWSER: "none" }, "darwin")).toBe(false);
});

test.skipIf(process.platform === "win32")(
  "A browser gets the address as it is, and no shell sees it; where there is none, that is told.",
  async () => {
    const path = process.env["PATH"];
    onTestFinished(() => void (process.env["PATH"] = path));
    const programs = await folder();
    process.env["PATH"] = programs;
    expect(await openBrowser(PAGE, { DISPLAY: ":0" }, "linux")).toBe(false);

    const { promise, resolve } = Promise.withResolvers<string>();
    const server = await listen((request, response) => {
      resolve(request.url ?? "");
      response.end();
    });
    onTestFinished(() => server.close());
    await writeFile(join(programs, "xdg-open"), `#!${process.execPath}\nvoid fetch(process.argv[2]);\n`);
    await chmod(join(programs, "xdg-open"), 0o700);
    const page = new URL(`${server.origin}/?a=$(id)&b=';x`);
    expect(await openBrowser(page, { WAYLAND_DISPLAY: "w" }, "linux")).toBe(true);
    expect(await promise).toBe(`${page.pathname}${page.search}`);
  },
);
