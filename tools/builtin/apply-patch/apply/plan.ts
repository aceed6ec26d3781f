import type { BigIntStats } from "node:fs";
import type { PatchChange } from "./report.ts";

/** How a file was when it was verified, to see whether it still is the same. */
export interface Fingerprint {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

/** Who may do what with a file. */
export interface Rights {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** A verified change, with all that is needed to make it. Paths are real ones: no link is on the way. */
export interface PlannedChange {
  readonly change: PatchChange;
  readonly write: {
    readonly path: string;
    readonly bytes: Buffer;
    /** Null: those of a new file. */
    readonly rights: Rights | null;
    /** What is there now; null for nothing. */
    readonly replaces: Fingerprint | null;
  } | null;
  readonly remove: { readonly path: string; readonly was: Fingerprint } | null;
}

export function fingerprintOf({ dev, ino, size, mtimeNs }: BigIntStats): Fingerprint {
  return { dev, ino, size, mtimeNs };
}

export function rightsOf({ mode, uid, gid }: BigIntStats): Rights {
  return { mode: Number(mode) & 0o7777, uid: Number(uid), gid: Number(gid) };
}

export function isSame(one: Fingerprint, other: Fingerprint): boolean {
  return one.dev === other.dev && one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs;
}
