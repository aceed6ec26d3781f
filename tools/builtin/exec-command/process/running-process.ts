/** A program to start. */
export interface ProcessPlan {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A program that was started, leading a process group and a session of its own. */
export interface RunningProcess {
  readonly pid: number;
  /** Null while it runs; 128 and the signal's number where a signal ended it. */
  readonly exitCode: () => number | null;
  /** Settles when it has ended and its output was read, or 50 ms after its end if somebody else holds that open. Never rejects. */
  readonly ended: Promise<void>;
  /** Writes to its terminal; null where it has none. */
  readonly write: ((text: string) => void) | null;
  /** Lets this process end while the other runs. */
  readonly unref: () => void;
  /** Stops reading. */
  readonly close: () => void;
}

/** How long output is waited for that somebody else may still write after the end. */
export const DRAIN_MS = 50;
