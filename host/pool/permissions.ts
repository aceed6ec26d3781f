import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Packages a runtime process loads, and what those load in turn. */
const RUNTIME_PACKAGES = ["isolated-vm", "piscina", "msgpackr", "acorn", "amaro", "node-gyp-build", "@napi-rs/nice"];

const [NODE_MAJOR = 0, NODE_MINOR = 0] = process.versions.node.split(".").map(Number);

const FROM_SOURCE: boolean = import.meta.url.endsWith(".ts");

/** Leads the runtime around links to whole folders of packages; see there. */
const LINKED_PACKAGES: URL = new URL(`../../runtime/linked-packages.${FROM_SOURCE ? "ts" : "js"}`, import.meta.url);

/** Files that isolated-vm's loader looks at to tell one C library from another. */
const LOADER_PROBES = ["/etc/alpine-release", "/usr/bin/ldd"];

/** The folder this package is in: the nearest one above this file that has a package.json with its name. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, "utf8")) as { name?: string }).name === "isocell") {
      return folder;
    }
    const parent = dirname(folder);
    if (parent === folder) throw new Error("isocell's own package.json is missing");
    folder = parent;
  }
}

/** Where a package is installed, as seen from ours or from another package; null if it is not there. */
function packageFolder(name: string, from: string): string | null {
  for (const base of createRequire(from).resolve.paths(name) ?? []) {
    const folder = join(base, name);
    if (existsSync(join(folder, "package.json"))) return folder;
  }
  return null;
}

/** Node 22.13 gave the permission model its final name. */
function permissionFlag(): string {
  return NODE_MAJOR === 22 && NODE_MINOR < 13 ? "--experimental-permission" : "--permission";
}

/**
 * isolated-vm asks for Node without its start-up snapshot. From Node 26 on, isolates work beside it (measured over tens of
 * thousands of them), and leaving it in place halves the time to the first cell.
 */
function snapshotFlag(): readonly string[] {
  return NODE_MAJOR >= 26 ? [] : ["--no-node-snapshot"];
}

/**
 * Node's flags for a runtime process: the permission model with read access to the runtime's own files and nothing
 * else, worker threads, native addons, and what isolated-vm needs.
 */
export function runtimeFlags(): readonly string[] {
  const root = packageRoot();
  const own = join(root, "package.json");
  // Package managers link packages from elsewhere; Node asks for permission by the real path.
  const readable = new Set<string>();
  for (const base of [root, realpathSync(root)]) {
    // Built, the code lies under dist; in a checkout, beside package.json. Nothing else there is a runtime's business.
    const code = FROM_SOURCE ? base : join(base, "dist");
    for (const path of [join(base, "package.json"), join(code, "runtime"), join(code, "protocol")]) readable.add(path);
  }
  const isolatedVm = packageFolder("isolated-vm", own);
  const linked = new URL(LINKED_PACKAGES);
  for (const name of RUNTIME_PACKAGES) {
    const folder =
      packageFolder(name, own) ?? (isolatedVm === null ? null : packageFolder(name, join(isolatedVm, "package.json")));
    if (folder === null) continue;
    readable.add(folder).add(realpathSync(folder));
    const base = dirname(folder);
    const realBase = realpathSync(base);
    // A link to one package is among what may be read; a link to all of them is not.
    if (realBase !== base) linked.searchParams.set(name, pathToFileURL(join(dirname(realBase), "package.json")).href);
  }
  return [
    ...snapshotFlag(),
    // V8 would compute a checksum of its snapshot for every isolate; ours never leave the process that made them.
    "--no-verify-snapshot-checksum",
    // Functions of a cell are as new as the cell is. Optimizing those that were called 400 times, as V8 does, takes more of a
    // small machine than the cell gains before it ends. Loops are optimized as ever.
    "--invocation-count-for-maglev=1500",
    // Scripts do not get it, so no context need have it built. Older versions do not build it anyway.
    ...(NODE_MAJOR >= 26 ? ["--no-harmony-temporal"] : []),
    permissionFlag(),
    "--allow-addons",
    "--allow-worker",
    ...[...readable, ...LOADER_PROBES].map((path) => `--allow-fs-read=${path}`),
    ...(linked.search === "" ? [] : [`--import=${linked.href}`]),
    "--disable-warning=SecurityWarning",
    "--disable-warning=ExperimentalWarning",
  ];
}
