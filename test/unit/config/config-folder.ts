import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { loadConfig } from "../../../host/config/index.ts";
import type { LoadedConfig } from "../../../host/config/load-config.ts";

/** Writes a configuration into a folder of its own and loads it; the folder's path is cut out of warnings. */
export async function loadFile(name: string, content: unknown): Promise<LoadedConfig & { readonly cwd: string }> {
  const cwd = await mkdtemp(join(tmpdir(), "isocell-config-"));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await writeFile(join(cwd, name), typeof content === "string" ? content : JSON.stringify(content));
  const loaded = await loadConfig(name, cwd);
  return { ...loaded, cwd, warnings: loaded.warnings.map((warning) => warning.replaceAll(`${cwd}/`, "")) };
}

/** The text with which a configuration is refused, without the folder's path. */
export async function refusalOf(name: string, content: unknown): Promise<string> {
  const error = await loadFile(name, content).then(
    () => new Error("it was accepted"),
    (reason: unknown) => reason as Error & { code: string },
  );
  expect(error).toMatchObject({ name: "IsocellError", code: "invalid_config" });
  return error.message.replace(/\/[^ ]*\/isocell-config-[^/]*\//, "");
}

/** Sets variables for one test. */
export function setVariables(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) process.env[name] = value;
  onTestFinished(() => {
    for (const name of Object.keys(variables)) delete process.env[name];
  });
}
