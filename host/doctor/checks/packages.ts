import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Check } from "../check.ts";
import { runProgram } from "../program.ts";

/** A package with native code that some tools need. */
export interface OptionalPackage {
  readonly part: string;
  /** Its names; the first that is installed counts. */
  readonly names: readonly string[];
  /** JavaScript that uses it, as `loaded`, and throws when that does not work. */
  readonly probe: string;
  readonly without: string;
}

const PACKAGES: readonly OptionalPackage[] = [
  {
    part: "node-pty",
    names: ["node-pty", "@lydell/node-pty"],
    probe: `
      const pty = loaded.spawn(process.execPath, ["-e", ""], { env: {} });
      const { exitCode } = await new Promise((resolve) => pty.onExit(resolve));
      if (exitCode !== 0) throw new Error("a program in a terminal ended with " + exitCode);`,
    without: "commands cannot have a terminal (tty)",
  },
  {
    part: "sharp",
    names: ["sharp"],
    probe: `
      const create = { width: 4, height: 4, channels: 3, background: "red" };
      const { width } = await (loaded.default ?? loaded)({ create }).resize(2).png().toBuffer({ resolveWithObject: true }).then(({ info }) => info);
      if (width !== 2) throw new Error("an image came out " + width + " wide");`,
    without: "images cannot be scaled down",
  },
];

/** Whether optional packages are installed and work. They are loaded in processes of their own: native code may crash. */
export function packageChecks(packages: readonly OptionalPackage[] = PACKAGES): readonly Check[] {
  return packages.map(({ part, names, probe, without }) => ({
    part,
    run: async (signal) => {
      const found = firstInstalled(names);
      if (found === null) {
        const advice = `Run npm install ${names.at(-1) ?? part} beside isocell.`;
        return [{ part, status: "warning", detail: `not installed; ${without}`, advice }];
      }
      const program = `const loaded = await import(${JSON.stringify(pathToFileURL(found.path).href)});${probe}\nprocess.exit(0);`;
      const { code, complaint } = await runProgram(process.execPath, ["--input-type=module", "-e", program], {
        signal,
      });
      if (code === 0) return [{ part, status: "ok", detail: `${found.name} works` }];
      const advice = `Run npm rebuild ${found.name} with this Node.js, or install it anew.`;
      return [{ part, status: "warning", detail: `${found.name} does not work; ${without}: ${complaint}`, advice }];
    },
  }));
}

function firstInstalled(names: readonly string[]): { readonly name: string; readonly path: string } | null {
  const { resolve } = createRequire(import.meta.url);
  for (const name of names) {
    try {
      return { name, path: resolve(name) };
    } catch {
      // The next one, then.
    }
  }
  return null;
}
