import { createHash } from "node:crypto";
import { ImpactFailure } from "../failure.ts";
import type { AssessRequest } from "./types.ts";

/** A digest of everything that decides which files an answer is about. */
export function requestDigest(request: AssessRequest, base: string, head: string): string {
  const { component, focus, path_filters } = request;
  return createHash("sha256")
    .update(JSON.stringify([base, head, component, focus, path_filters]))
    .digest("hex")
    .slice(0, 16);
}

/** The cursor of the answer that begins at a file. */
export function cursorAt(file: number, digest: string): string {
  return `${file}.${digest}`;
}

/**
 * The file at which an answer begins.
 * @throws {ImpactFailure} `INVALID_CURSOR`.
 */
export function startOf(cursor: string | undefined, digest: string, total: number): number {
  if (cursor === undefined) return 0;
  const [, digits = "", of] = /^(\d{1,9})\.([0-9a-f]{16})$/u.exec(cursor) ?? [];
  const start = Number(digits);
  if (of === digest && start < total) return start;
  throw new ImpactFailure(
    "INVALID_CURSOR",
    of === undefined
      ? "The cursor is none that an answer gave."
      : "The cursor belongs to another request, or the revisions have moved.",
    "Ask again without a cursor, and repeat the other arguments unchanged with each next_cursor.",
  );
}
