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
    this.#live?.clear();
    process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  }

  /** Shows the time, the calls made and those under way until `stop`, if standard error is a terminal. */
  watch(progress: () => { readonly calls: number; readonly pending: number }): void {
    if (this.#quiet || !process.stderr.isTTY) return;
    const startedAt = performance.now();
    this.#live = new LiveLine(process.stderr, () => {
      const { calls, pending } = progress();
      return `running ${formatTime(performance.now() - startedAt)}, ${formatCount(calls, "call")}, ${pending} in flight`;
    });
    this.#live.start();
  }

  stop(): void {
    this.#live?.stop();
    this.#live = undefined;
  }
}
