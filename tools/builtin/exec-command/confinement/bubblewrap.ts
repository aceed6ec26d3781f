import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const PROBE_MS = 5000;

/** Whether bubblewrap can confine commands here. */
export type Bubblewrap =
  | { readonly works: true; readonly path: string; readonly version: string }
  | { readonly works: false; readonly reason: string; readonly advice: string };

/**
 * Namespaces and rights of every confined command. What runs as root keeps the right to change files of other users, as
 * it had before; nothing else of root's.
 */
export function baseArguments(): readonly string[] {
  const asRoot = process.getuid?.() === 0 ? ["CAP_DAC_OVERRIDE", "CAP_FOWNER", "CAP_CHOWN"] : [];
  return [
    "--die-with-parent",
    "--unshare-pid",
    "--unshare-ipc",
    "--cap-drop",
    "ALL",
    ...asRoot.flatMap((right) => ["--cap-add", right]),
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ...KERNEL_SETTINGS.flatMap((name) => ["--ro-bind-try", `/proc/${name}`, `/proc/${name}`]),
  ];
}

/** Settings of the whole machine, which belong to root: what runs as root could change them without any further right. */
const KERNEL_SETTINGS = ["sys", "sysrq-trigger", "irq", "bus", "fs", "mtrr", "acpi", "scsi"];

let known: Bubblewrap | null = null;

/** Looks once in the life of this process, by starting a program under it: namespaces may be forbidden where it is installed. */
export function findBubblewrap(): Bubblewrap {
  known ??= process.platform === "linux" ? probe() : notHere();
  return known;
}

function notHere(): Bubblewrap {
  return {
    works: false,
    reason: `commands can only be confined on Linux, this is ${process.platform}`,
    advice: "Run isocell in a container or a virtual machine, and keep approvals on.",
  };
}

function probe(): Bubblewrap {
  const path = onPath("bwrap");
  if (path === null) {
    return {
      works: false,
      reason: "bubblewrap (bwrap) is not installed",
      advice: "Install it: apt install bubblewrap, dnf install bubblewrap, or pacman -S bubblewrap.",
    };
  }
  const options = { timeout: PROBE_MS, encoding: "utf8", maxBuffer: 64 * 1024 } as const;
  const { status, stderr, error } = spawnSync(path, [...baseArguments(), "--unshare-net", "--", "true"], options);
  if (status === 0) {
    const version = /\d+(?:\.\d+)*/u.exec(spawnSync(path, ["--version"], options).stdout)?.[0] ?? "unknown";
    return { works: true, path, version };
  }
  const said = error?.message ?? stderr.trim().split("\n", 1)[0] ?? "";
  return {
    works: false,
    reason: `${path} cannot confine a command here: ${said === "" ? `it ended with ${status}` : said}`,
    advice:
      "Allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1, or an AppArmor profile for bwrap), " +
      "or, in a container, allow it to make namespaces.",
  };
}

/** Where a program is, by the path of this process. Folders named relative to wherever one stands are not looked into. */
export function onPath(name: string, path: string = process.env["PATH"] ?? ""): string | null {
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
