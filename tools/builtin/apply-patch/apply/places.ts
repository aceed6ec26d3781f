import { dirname, join, basename, resolve } from "node:path";
import { PathRefused } from "../../paths/allowed-roots.ts";
import type { AllowedRoots } from "../../paths/allowed-roots.ts";
import type { Patch } from "../patch.ts";
import { PatchError, unverified } from "../patch-error.ts";
import { systemErrorText } from "./system-error.ts";

const OUTSIDE = "patch rejected: writing outside of the project; rejected by user approval settings";

/** One path of a patch. */
export interface Place {
  /** As it was written. */
  readonly given: string;
  /** For messages; links in it are not followed. */
  readonly absolute: string;
  /** Where content is read from and written to. */
  readonly real: string;
  /** What is removed where the file goes: a link itself, not what it leads to. */
  readonly entry: string;
}

/**
 * Where all paths of a patch lead.
 * @throws {PatchError} when one is named twice or leads out of the allowed folders.
 */
export async function placesOf({ sections }: Patch, roots: AllowedRoots): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  const taken = new Set<string>();
  const given = sections.flatMap((section) => {
    const moveTo = section.kind === "update" ? section.moveTo : null;
    const stays = moveTo === null || resolve(roots.cwd, moveTo) === resolve(roots.cwd, section.path);
    return stays ? [section.path] : [section.path, moveTo];
  });
  for (const path of given) takeOnce(taken, [resolve(roots.cwd, path)], resolve(roots.cwd, path));
  const reallyTaken = new Set<string>();
  for (const path of given) {
    const place = await placeOf(path, roots);
    takeOnce(reallyTaken, new Set([place.real, place.entry]), place.absolute);
    places.set(path, place);
  }
  return places;
}

function takeOnce(taken: Set<string>, paths: Iterable<string>, named: string): void {
  for (const path of paths) {
    if (taken.has(path)) throw unverified(`invalid patch: multiple operations target ${named}`);
    taken.add(path);
  }
}

async function placeOf(given: string, roots: AllowedRoots): Promise<Place> {
  const absolute = resolve(roots.cwd, given);
  if (given.includes("\0")) throw unverified(`invalid patch: the path ${JSON.stringify(given)} holds a NUL character`);
  try {
    const real = await roots.resolve(absolute);
    const isRoot = dirname(absolute) === absolute;
    const entry = isRoot ? absolute : join(await roots.resolve(dirname(absolute)), basename(absolute));
    return { given, absolute, real, entry };
  } catch (error) {
    throw refusalOf(error) ?? unverified(`Failed to read ${absolute}: ${systemErrorText(error)}`, error);
  }
}

/** The error for a path that leads out of the allowed folders; null for errors of another kind. */
export function refusalOf(error: unknown): PatchError | null {
  return error instanceof PathRefused ? new PatchError("rejected", OUTSIDE, { cause: error }) : null;
}
