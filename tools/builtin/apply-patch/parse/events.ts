import type { PatchChunk, PatchSection } from "../patch.ts";

/** What has become clear of a patch. Sections are counted from 0. */
export type PatchEvent =
  /** A file that the patch is about; of an update also whether it moves. */
  | {
      readonly type: "section";
      readonly index: number;
      readonly kind: PatchSection["kind"];
      readonly path: string;
      readonly moveTo: string | null;
    }
  /** A chunk of an update, as a whole. */
  | { readonly type: "chunk"; readonly index: number; readonly chunk: PatchChunk }
  /** A section as a whole. */
  | { readonly type: "section-end"; readonly index: number; readonly section: PatchSection };
