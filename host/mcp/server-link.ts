import type { IsocellError } from "../../protocol/index.ts";
import type { Transport } from "./sdk.ts";

/** What was being done when a start failed. */
export interface StartAttempt {
  /** `the start of its process`, `initialize`, `tools/list`. */
  readonly doing: string;
  readonly cause: unknown;
  readonly timeoutMs: number;
  readonly timedOut: boolean;
}

/** How one server is reached, from opening to closing: its process and pipes, or its URL. */
export interface ServerLink {
  /** To hand to the SDK's client, once. */
  readonly transport: Transport;
  /** Settles when the client may connect; rejects when the server cannot even be started. */
  readonly started: () => Promise<void>;
  /** Says that the server has told its tools. */
  readonly markWorking: () => void;
  /** The last 64 KiB that it printed for people; empty where there is no such thing. */
  readonly stderrTail: () => string;
  /**
   * Why the server is gone, in words that follow its name ("ended with exit code 3"); undefined while it is there, and
   * where that is not known.
   */
  readonly endReason?: () => string | undefined;
  /** Closes the link, and makes one error of all that is known of why the start failed. */
  readonly failStart: (attempt: StartAttempt) => Promise<IsocellError>;
  /**
   * After a failed start: calls back, once, when what it failed for may be mended (somebody has logged in). What comes back
   * ends the watch. Undefined where nothing outside of this program can mend it.
   */
  readonly onMended?: (listener: () => void) => (() => void) | undefined;
  /** Ends everything of it. May be called twice. */
  readonly close: () => Promise<void>;
}
