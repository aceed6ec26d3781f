import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContentItem } from "../../../tools/index.ts";
import { formatBytes } from "./format.ts";
import { UsageError } from "../usage-error.ts";

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.=+-]+)*?;base64,/;
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
  "audio/mpeg": "mp3",
  "audio/x-wav": "wav",
  "audio/mp4": "m4a",
};

type MediaItem = Exclude<ContentItem, { type: "text" }>;

/** Turns the images and audio that a script emits into files, and into a line each that stands for them in the output. */
export class MediaFiles {
  readonly #folder: string | undefined;
  #written = 0;

  /**
   * @param folder where files go, made if need be; undefined leaves them out.
   * @throws {UsageError} when the folder can't be made.
   */
  constructor(folder: string | undefined) {
    this.#folder = folder;
    if (folder === undefined) return;
    try {
      mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw new UsageError(`the folder ${folder} of --out can't be made: ${(error as Error).message}`);
    }
  }

  /** Writes an item's file, if it has one, and describes it in a line. */
  line(item: MediaItem): string {
    const url = item.type === "image" ? item.imageUrl : item.audioUrl;
    const [prefix = "", mimeType = "application/octet-stream"] = DATA_URL.exec(url) ?? [];
    if (prefix === "") return `[${item.type}: ${url.slice(0, 500)}]`;
    const bytes = Buffer.from(url.slice(prefix.length), "base64");
    if (this.#folder === undefined) {
      return `[${item.type} omitted: ${mimeType}, ${formatBytes(bytes.length)}; --out DIR keeps it]`;
    }
    const file = join(
      this.#folder,
      `${item.type}-${++this.#written}.${EXTENSIONS[mimeType] ?? mimeType.split("/")[1] ?? "bin"}`,
    );
    try {
      writeFileSync(file, bytes);
    } catch (error) {
      return `[${item.type} lost: ${(error as Error).message}]`;
    }
    return `[${item.type}: ${file}]`;
  }
}
