import type { ContentItem } from "../../../tools/index.ts";
import { formatCount, formatTime } from "./format.ts";
import { LiveLine } from "./live-line.ts";
import { MediaFiles } from "./media-files.ts";

/** Shows what a script emits as it does, and on a terminal how far it is. */
export class ScriptOutput {
  readonly #json: boolean;
  readonly #quiet: boolean;
  readonly #media: MediaFiles;
  #live: LiveLine | undefined;
  /** What was emitted while the terminal was somebody else's; null while it is not. */
  #held: string[] | null = null;

  /**
   * @param options `folder` for images and audio; `json` keeps standard output for the outcome; `quiet` shows no progress.
   * @throws {UsageError} when the folder can't be made.
   */
  constructor({
    folder,
    json,
    quiet,
  }: {
    readonly folder: string | undefined;
    readonly json: boolean;
    readonly quiet: boolean;
  }) {
    this.#json = json;
    this.#quiet = quiet;
    this.#media = new MediaFiles(folder);
  }

  emit(item: ContentItem): void {
    const text = item.type === "text" ? item.text : this.#media.line(item);
    if (this.#json) return;
    const line = text.endsWith("\n") ? text : `${text}\n`;
    // Only a terminal: what reads a pipe does not see the question.
    if (this.#held !== null && process.stdout.isTTY) {
      this.#held.push(line);
      return;
    }
    this.#live?.clear();
    process.stdout.write(line);
  }

  /** Keeps the terminal free, for a question, until what this answers is called. Nothing that is emitted gets lost. */
  hold(): () => void {
    this.#live?.stop();
    this.#held ??= [];
    return () => {
      this.#release();
      this.#live?.start();
    };
  }

  /** Shows the time, the calls made and those under way until `stop`, if standard error is a terminal. */
  watch(progress: () => { readonly calls: number; readonly pending: number }): void {
    if (this.#quiet || !process.stderr.isTTY) return;
    const startedAt = performance.now();
    this.#live = new LiveLine(process.stderr, () => {
      const { calls, pending } = progress();
      return `running ${formatTime(performance.now() - startedAt)}, ${formatCount(calls, "call")}, ${pending} in flight`;
    });
    if (this.#held === null) this.#live.start();
  }

  stop(): void {
    this.#live?.stop();
    this.#live = undefined;
    this.#release();
  }

  #release(): void {
    const held = this.#held?.join("") ?? "";
    this.#held = null;
    if (held !== "") process.stdout.write(held);
  }
}
