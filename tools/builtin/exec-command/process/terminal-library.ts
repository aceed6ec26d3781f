/** The part of node-pty that is used. */
export interface TerminalLibrary {
  readonly spawn: (
    file: string,
    args: readonly string[],
    options: {
      readonly name: string;
      readonly cols: number;
      readonly rows: number;
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
      /** Null: bytes instead of text. */
      readonly encoding: null;
    },
  ) => Terminal;
}

/** A program in a pseudo-terminal. */
interface Terminal {
  readonly pid: number;
  readonly onData: (listener: (data: string | Uint8Array) => void) => unknown;
  readonly onExit: (listener: (end: { readonly exitCode: number; readonly signal?: number }) => void) => unknown;
  readonly write: (text: string) => void;
  readonly kill: (signal?: string) => void;
}

/** In the order they are tried. The second one comes with binaries for most machines. */
const TERMINAL_PACKAGES: readonly string[] = ["node-pty", "@lydell/node-pty"];

/** Finds a package that makes pseudo-terminals; null where none is installed. */
export async function loadTerminalLibrary(
  packages: readonly string[] = TERMINAL_PACKAGES,
): Promise<TerminalLibrary | null> {
  for (const name of packages) {
    try {
      // Spelled out for those who look which packages are used.
      const module: unknown = await (name === "@lydell/node-pty" ? import("@lydell/node-pty") : import(name));
      const found = libraryIn(module);
      if (found !== null) return found;
    } catch {
      // Not installed, or not for this machine: the next one may be.
    }
  }
  return null;
}

function libraryIn(module: unknown): TerminalLibrary | null {
  if (typeof module !== "object" || module === null) return null;
  if ("spawn" in module && typeof module.spawn === "function") return module as TerminalLibrary;
  return "default" in module ? libraryIn(module.default) : null;
}

/** What a model reads where a terminal was asked for and there is none. */
export const NO_TERMINAL: string =
  "exec_command failed: tty=true needs a pseudo-terminal, and the package that makes one is not installed. " +
  "Run the command without tty, or have the user install it: npm install @lydell/node-pty (or node-pty).";
