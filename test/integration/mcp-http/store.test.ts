import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { configFolder } from "../../../host/mcp/oauth/config-folder.ts";
import { LoginStore } from "../../../host/mcp/oauth/login-store.ts";

const WRITER = fileURLToPath(new URL("../../fixtures/mcp-http/store-writer.ts", import.meta.url));
const URL_TEXT = "https://h/mcp";
const TOKENS = { access_token: "a", token_type: "Bearer" };

async function newStore(): Promise<{ readonly folder: string; readonly store: LoginStore }> {
  const folder = await mkdtemp(join(tmpdir(), "isocell-store-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { folder, store: new LoginStore(folder, new URL(URL_TEXT)) };
}

test("Processes that change a login side by side lose nothing and leave nothing behind.", async () => {
  const { folder, store } = await newStore();
  const writers = [1, 2, 3].map(() =>
    spawn(process.execPath, [WRITER, folder, URL_TEXT, "10"], { stdio: ["ignore", "inherit", "inherit"] }),
  );
  await Promise.all(writers.map((writer) => once(writer, "exit")));
  expect((await store.read()).tokens?.access_token).toBe("30");
  expect(await readdir(dirname(store.file))).toHaveLength(1);
});

test("A lock whose owner has died is broken, and one that is held is waited for.", async () => {
  const { store } = await newStore();
  await store.write({});
  const lock = `${store.file}.lock`;
  await writeFile(lock, "dead");
  await utimes(lock, new Date(0), new Date(0));
  expect(await store.exclusively(async () => readFile(lock, "utf8"))).not.toBe("dead");
  await writeFile(lock, "alive");
  const abort = new AbortController();
  const waiting = store.exclusively(async () => "never", abort.signal);
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  expect(await readFile(lock, "utf8")).toBe("alive");
});

test("A folder that was open to others is closed to them.", async () => {
  const { folder, store } = await newStore();
  await mkdir(join(folder, "oauth"), { mode: 0o755 });
  await store.write({ tokens: TOKENS });
  const modes = await Promise.all(
    [folder, join(folder, "oauth"), store.file].map(async (path) => (await stat(path)).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

test("Each URL has a login of its own, whatever its fragment.", async () => {
  const { folder, store } = await newStore();
  await store.write({ tokens: TOKENS });
  const read = async (url: string): Promise<unknown> => (await new LoginStore(folder, new URL(url)).read()).tokens;
  expect(await read(`${URL_TEXT}#x`)).toEqual(TOKENS);
  expect(await read(`${URL_TEXT}?x`)).toBeUndefined();
  expect(await read("https://h/other")).toBeUndefined();
  expect([await store.remove(), await store.remove()]).toEqual([true, false]);
  expect(await read(URL_TEXT)).toBeUndefined();
});

test.each([
  "",
  "no JSON",
  "[]",
  '{"url":"https://other/","tokens":{"access_token":"a"}}',
  `{"url":"${URL_TEXT}","tokens":{"access_token":3},"client":{"client_id":null},"redirectUrl":"x"}`,
  `{"url":"${URL_TEXT}","tokens":{"access_token":"a\\r\\nx-evil: 1"}}`,
  `{"url":"${URL_TEXT}","tokens":{"access_token":"a","refresh_token":1}}`,
  " ".repeat(2 * 1024 * 1024),
])("A file that holds %j is no login.", async (content) => {
  const { store } = await newStore();
  await store.write({});
  await writeFile(store.file, content);
  expect(await store.read()).toEqual({});
});

test("The user's folder is where each system has it.", () => {
  const home = "/home/me";
  expect(configFolder({ XDG_CONFIG_HOME: "/x" }, "linux", home)).toBe("/x/isocell");
  expect(configFolder({ XDG_CONFIG_HOME: "relative" }, "linux", home)).toBe("/home/me/.config/isocell");
  expect(configFolder({}, "linux", home)).toBe("/home/me/.config/isocell");
  expect(configFolder({}, "darwin", home)).toBe("/home/me/Library/Application Support/isocell");
  expect(configFolder({ APPDATA: "/roaming" }, "win32", home)).toBe("/roaming/isocell");
});
