import { expect, test } from "vitest";
import { protectedServers, visit } from "../../mcp-http/logins.ts";
import { collect, folder, isocell, start } from "../isocell.ts";

/** Runs `isocell login` until it shows a page. */
async function login(
  cwd: string,
  ...args: string[]
): Promise<{ page: string; ended: ReturnType<typeof collect>; stop: () => void }> {
  process.env["BROWSER"] = "none";
  const child = start(["login", ...args], cwd);
  const ended = collect(child);
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  child.stderr.on("data", (chunk: string) => {
    text += chunk;
    const [page] = /^http\S+$/m.exec(text) ?? [];
    if (page !== undefined && text.includes(`${page}\n`)) resolve(page);
  });
  void ended.then(() => resolve(""));
  return { page: await promise, ended, stop: () => void child.kill("SIGINT") };
}

test("isocell login prints the page, waits, and keeps the login; isocell logout forgets it.", async () => {
  const server = await protectedServers();
  const cwd = await folder({ "isocell.json": JSON.stringify({ mcpServers: { web: { url: server.url } } }) });
  const before = await isocell(["tools"], { cwd });
  expect(before).toMatchObject({ code: 0, stderr: expect.stringContaining("isocell login web") as string });
  const { page, ended } = await login(cwd, "web");
  await visit(page);
  expect(await ended).toEqual({
    code: 0,
    stdout: "",
    stderr: `Open this page to log in:\n${page}\nLogged in at web.\n`,
  });
  expect(await isocell(["tools"], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("mcp__web") as string,
  });
  expect(await isocell(["logout", "web"], { cwd })).toMatchObject({ code: 0, stderr: "Logged out at web.\n" });
  expect(await isocell(["logout", "web"], { cwd })).toMatchObject({ code: 0, stderr: "There was no login at web.\n" });
  expect(await server.store.read()).toEqual({});
});

test("SIGINT ends a login that waits, and so does its time.", async () => {
  const server = await protectedServers();
  const cwd = await folder({ "mcp.json": JSON.stringify({ servers: { web: { type: "http", url: server.url } } }) });
  const { page, ended, stop } = await login(cwd, "web", "--config", "mcp.json");
  expect(page).toContain("/authorize?");
  stop();
  expect((await ended).code).toBe(130);
  const late = await login(cwd, "web", "--config", "mcp.json", "--timeout", "300ms");
  expect(await late.ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The login at MCP server "web" failed: nobody logged in within 0.3 s;') as string,
  });
});

test.each([
  [[], "which server?"],
  [["wbe"], 'has no MCP server "wbe"; did you mean web?'],
  [["files"], "the server files is a process: only servers with a url have a login"],
  [["token"], 'MCP server "token" needs no login'],
  [["web", "--timeout", "soon"], "--timeout expects a duration"],
])("isocell login %j says what is wrong.", async (args, expected) => {
  process.env["ISOCELL_TEST_TOKEN"] = "x";
  const servers = {
    web: { url: "http://127.0.0.1:1/" },
    files: { command: "x" },
    token: { url: "http://127.0.0.1:1/", bearerTokenEnvVar: "ISOCELL_TEST_TOKEN" },
    broken: { url: "${ISOCELL_NOT_SET}", colour: 1 },
  };
  const cwd = await folder({ "isocell.json": JSON.stringify({ mcpServers: servers }) });
  const { code, stderr } = await isocell(["login", ...args], { cwd });
  expect(stderr).toContain(expected);
  expect(code).toBe(2);
});

test("What was passed over in a configuration is told on standard error, unless nobody wants to know.", async () => {
  const servers = { off: { command: "x", enabled: false, colour: "red" } };
  const cwd = await folder({
    "mcp.json": JSON.stringify({ mcpServers: {}, inputs: [servers] }),
    "script.js": "text('hello')",
  });
  const run = (...flags: string[]): ReturnType<typeof isocell> =>
    isocell(["run", "script.js", "--config", "mcp.json", ...flags], { cwd });
  const told = await run();
  expect(told).toMatchObject({ code: 0, stdout: "hello\n" });
  expect(told.stderr).toContain(`warning: ${cwd}/mcp.json: inputs: unknown key; it is ignored.\n`);
  expect((await run("--quiet")).stderr).toBe("");
});
