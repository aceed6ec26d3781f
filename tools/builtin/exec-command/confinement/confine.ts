import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AllowedRoots } from "../../paths/allowed-roots.ts";
import { isWithin } from "../../paths/allowed-roots.ts";
import type { ProcessPlan } from "../process/running-process.ts";
import { baseArguments } from "./bubblewrap.ts";
import type { ConfinementSettings } from "./options.ts";

/** Parts of `/run` that programs need and nobody listens in. */
const NEEDED_OF_RUN = ["/run/current-system", "/run/wrappers"];
/** Where names of the network are looked up. */
const NAME_SERVICE = ["/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager"];

/** Puts programs under bubblewrap. */
export class Confiner {
  readonly #path: string;
  readonly #settings: ConfinementSettings;
  readonly #roots: AllowedRoots;
  readonly #makeFolder: () => Promise<string>;
  #temporary: Promise<string> | null = null;

  /** @param makeFolder makes what commands find as `/tmp`, and removes it in the end. */
  constructor(path: string, settings: ConfinementSettings, roots: AllowedRoots, makeFolder: () => Promise<string>) {
    this.#makeFolder = makeFolder;
    this.#path = path;
    this.#settings = settings;
    this.#roots = roots;
  }

  /** The same program, confined. */
  async confine({ file, args, cwd, env }: ProcessPlan): Promise<ProcessPlan> {
    const { profile, network } = this.#settings;
    const writes = profile === "workspace-write";
    // The whole tree would hide `/dev`, `/proc` and `/tmp` again, and can't be meant to be all writable.
    const given = (await this.#roots.folders()).filter((folder) => folder !== "/");
    const folders = given.length === 0 ? [await this.#roots.resolve(".")] : given;
    const mounts = [
      // Services listen in these two, and a service does not ask who is confined.
      ...["--tmpfs", "/run"],
      ...[...NEEDED_OF_RUN, ...(network ? NAME_SERVICE : [])].flatMap((path) => ["--ro-bind-try", path, path]),
      ...(writes ? ["--bind", await this.#temporaryFolder(), "/tmp"] : ["--tmpfs", "/tmp"]),
      ...folders.flatMap((folder) => mount(folder, writes)),
      ...(writes ? this.#settings.writable.flatMap((folder) => mount(folder, true)) : []),
      ...(folders.some((folder) => isWithin(folder, cwd)) ? [] : mount(cwd, false)),
      ...(writes && this.#settings.protectGit ? folders.flatMap(gitOf) : []),
    ];
    const options = [...baseArguments(), ...(network ? [] : ["--unshare-net"]), ...mounts, "--chdir", cwd];
    return { file: this.#path, args: [...options, "--", file, ...args], cwd, env: { ...env, TMPDIR: "/tmp" } };
  }

  /** What commands find as `/tmp`: the same for all of them, and nobody else's. */
  #temporaryFolder(): Promise<string> {
    this.#temporary ??= this.#makeFolder();
    return this.#temporary;
  }
}

function mount(folder: string, writes: boolean): readonly string[] {
  return folder === "/" ? [] : [writes ? "--bind-try" : "--ro-bind-try", folder, folder];
}

function gitOf(folder: string): readonly string[] {
  const path = join(folder, ".git");
  return existsSync(path) ? mount(path, false) : [];
}
