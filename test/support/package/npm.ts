import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { runCommand } from "../command.ts";
import type { CommandResult } from "../command.ts";

/** A Node binary and the script of npm to run with it. */
export interface Toolchain {
  readonly node: string;
  readonly npmCli: string;
}

/** The script of the npm that runs this process, or of the first one on PATH. */
function findNpmCli(): string {
  const running = process.env["npm_execpath"];
  if (running !== undefined && running.endsWith("npm-cli.js") && existsSync(running)) return running;
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const command = join(folder, "npm");
    // On POSIX the command is a link to the script; where it is a file of its own, npm's package lies beside it.
    for (const file of [command, join(folder, "node_modules/npm/bin/npm-cli.js")]) {
      if (!existsSync(file)) continue;
      const script = realpathSync(file);
      if (script.endsWith("npm-cli.js")) return script;
    }
  }
  throw new Error("npm was not found: run this by npm, or put npm on PATH");
}

/** The toolchain of this process. */
export function currentToolchain(): Toolchain {
  return { node: process.execPath, npmCli: findNpmCli() };
}

// What `npm run` and vitest tell their children about this project must not reach an npm that works on another one.
const OF_THIS_RUN =
  /^(npm_(package|lifecycle|node|exec|command|config_(local_prefix|global_prefix|prefix|node_gyp))|vitest|vite_|node_env$|node_options$|node$|init_cwd$|test$|forced?_color$)/i;

function cleanEnvironment(node: string): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.test(name));
  return { ...Object.fromEntries(entries), PATH: `${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}` };
}

/** Runs a script with the toolchain's Node, which is also the `node` that its children find. */
export function runNode(
  { node }: Toolchain,
  args: readonly string[],
  cwd: string,
  timeoutMs?: number,
): Promise<CommandResult> {
  return runCommand(node, args, {
    cwd,
    env: cleanEnvironment(node),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** Runs npm with the toolchain's Node. Throws with npm's own words if it fails. */
export async function runNpm(toolchain: Toolchain, args: readonly string[], cwd: string): Promise<CommandResult> {
  const result = await runNode(toolchain, [toolchain.npmCli, ...args, "--no-audit", "--no-fund"], cwd);
  if (result.status !== 0) {
    throw new Error(`npm ${args.join(" ")} ended with ${result.status}\n${result.stdout}${result.stderr}`);
  }
  return result;
}

/** Installs one release line of Node by its npm package into an empty folder. */
export async function installNode(version: string, folder: string): Promise<Toolchain> {
  const own = currentToolchain();
  mkdirSync(folder, { recursive: true });
  // The package fetches its binary in an install script.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }));
  await runNpm(own, ["install", `node@${version}`], folder);
  const node = realpathSync(join(folder, "node_modules/node/bin/node"));
  return { node, npmCli: own.npmCli };
}

/** Packs the built package into a folder and returns the tarball's path. `dist/` must be up to date. */
export async function packTarball(root: string, folder: string): Promise<string> {
  await runNpm(currentToolchain(), ["pack", "--ignore-scripts", "--pack-destination", folder], root);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error(`npm pack left no tarball in ${folder}`);
  return join(folder, tarball);
}
