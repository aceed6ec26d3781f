import { constants } from "node:fs";
import type { BigIntStats } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { dirname } from "node:path";
import type { AllowedRoots } from "../../paths/allowed-roots.ts";
import { applyChunks } from "../match/apply-chunks.ts";
import type { Patch, PatchChunk, PatchSection } from "../patch.ts";
import { PatchError, unverified } from "../patch-error.ts";
import { decode, encode } from "./lossless-text.ts";
import { placesOf, refusalOf } from "./places.ts";
import type { Place } from "./places.ts";
import { fingerprintOf, rightsOf } from "./plan.ts";
import type { PlannedChange } from "./plan.ts";
import { codeOf, systemErrorText } from "./system-error.ts";

/**
 * Works out what a patch changes, without changing anything.
 * @throws {PatchError} when it does not fit the files, or may not change them.
 */
export async function verify(
  patch: Patch,
  roots: AllowedRoots,
  options: { readonly maxFileBytes: number; readonly signal: AbortSignal | undefined },
): Promise<readonly PlannedChange[]> {
  const verifier = new Verifier(roots, await placesOf(patch, roots), options.maxFileBytes);
  const planned: PlannedChange[] = [];
  for (const section of patch.sections) {
    if (options.signal?.aborted === true)
      throw new PatchError("cancelled", "apply_patch was cancelled. Nothing was changed.");
    planned.push(await verifier.plan(section));
  }
  return planned;
}

class Verifier {
  readonly #roots: AllowedRoots;
  readonly #places: ReadonlyMap<string, Place>;
  readonly #maxFileBytes: number;
  /** Files that will be gone, files that will be there, and the folders these are in. */
  readonly #gone = new Set<string>();
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(roots: AllowedRoots, places: ReadonlyMap<string, Place>, maxFileBytes: number) {
    this.#roots = roots;
    this.#places = places;
    this.#maxFileBytes = maxFileBytes;
  }

  async plan(section: PatchSection): Promise<PlannedChange> {
    const { kind, path } = section;
    const place = this.#place(path);
    const change = { path, absolutePath: place.absolute };
    if (kind === "delete") {
      const { remove } = await this.#read(place, "Failed to read", 0);
      return { change: { kind, ...change }, write: null, remove };
    }
    if (kind === "add") {
      const bytes = encode(section.lines.map((line) => `${line}\n`).join(""));
      return { change: { kind, ...change }, write: { ...(await this.#target(place)), bytes }, remove: null };
    }
    const source = await this.#read(place, "Failed to read file to update", this.#maxFileBytes);
    const bytes = encode(updated(decode(source.bytes), section.chunks, place.absolute));
    const { moveTo } = section;
    const { stats } = source;
    const to = moveTo === null ? undefined : this.#places.get(moveTo);
    if (to === undefined || to.real === place.real) {
      const target = await this.#target(place);
      // What was read counts, not what has come since.
      const write = { ...target, rights: rightsOf(stats), replaces: fingerprintOf(stats), bytes };
      return { change: { kind, ...change, path: moveTo ?? path }, write, remove: null };
    }
    const write = { ...(await this.#target(to)), rights: rightsOf(stats), bytes };
    const moved = { kind: "move", path: to.given, absolutePath: to.absolute, movedFrom: path } as const;
    return { change: moved, write, remove: source.remove };
  }

  #place(path: string): Place {
    const place = this.#places.get(path);
    if (place === undefined) throw new RangeError(`nobody asked where ${path} leads`);
    return place;
  }

  /** Reads up to so many bytes of a file that has to be there. */
  async #read(
    { absolute, entry }: Place,
    failure: string,
    maxBytes: number,
  ): Promise<{
    readonly bytes: Buffer;
    readonly stats: BigIntStats;
    readonly remove: NonNullable<PlannedChange["remove"]>;
  }> {
    try {
      const { file } = await this.#roots.openFile(absolute);
      try {
        const stats = await file.stat({ bigint: true });
        if (!stats.isFile()) throw unverified(`${failure} ${absolute}: path \`${absolute}\` is not a file`);
        if (maxBytes > 0 && stats.size > maxBytes) {
          const sizes = `the file has ${stats.size} bytes, more than the ${maxBytes} that can be patched`;
          throw unverified(`${failure} ${absolute}: ${sizes}`);
        }
        const bytes = maxBytes === 0 ? Buffer.alloc(0) : await file.readFile();
        this.#gone.add(entry);
        return { bytes, stats, remove: { path: entry, was: fingerprintOf(await lstat(entry, { bigint: true })) } };
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof PatchError) throw error;
      throw refusalOf(error) ?? unverified(`${failure} ${absolute}: ${systemErrorText(error)}`, error);
    }
  }

  /** What is at a place that is about to be written; it has to be a file, or nothing that is in the way of one. */
  async #target({ real, absolute }: Place): Promise<Omit<NonNullable<PlannedChange["write"]>, "bytes">> {
    const failed = (problem: string): PatchError => unverified(`Failed to write file ${absolute}: ${problem}`);
    if (this.#folders.has(real)) throw failed(`path \`${absolute}\` is not a file`);
    this.#files.add(real);
    for (let folder = dirname(real); ; folder = dirname(folder)) {
      if (this.#files.has(folder)) throw failed("Not a directory (os error 20)");
      this.#folders.add(folder);
      if (dirname(folder) === folder) break;
    }
    try {
      const stats = await lstat(real, { bigint: true });
      if (!stats.isFile()) throw failed(`path \`${absolute}\` is not a file`);
      // Whoever may write to the folder could replace it all the same; but somebody has said that it is not to be changed.
      await access(real, constants.W_OK);
      return { path: real, rights: rightsOf(stats), replaces: fingerprintOf(stats) };
    } catch (error) {
      if (error instanceof PatchError) throw error;
      const vanishes = codeOf(error) === "ENOTDIR" && this.#isBelowGone(real);
      if (codeOf(error) !== "ENOENT" && !vanishes) throw failed(systemErrorText(error));
      return { path: real, rights: null, replaces: null };
    }
  }

  /** Whether a file that the patch removes beforehand is where a folder will be. */
  #isBelowGone(path: string): boolean {
    for (let at = path; dirname(at) !== at; at = dirname(at)) if (this.#gone.has(at)) return true;
    return false;
  }
}

function updated(text: string, chunks: readonly PatchChunk[], path: string): string {
  const result = applyChunks(text, chunks);
  if (typeof result === "string") return result;
  if (result.missing === "context") throw unverified(`Failed to find context '${result.text}' in ${path}`);
  throw unverified(`Failed to find expected lines in ${path}:\n${result.text}`);
}
