/** Where and how a patch is applied. */
export interface PatchOptions {
  /** Folder that relative paths start at. */
  readonly cwd: string;
  /** Folders that the patch may change, relative to `cwd`; null for all. Default: `cwd` alone. */
  readonly roots?: readonly string[] | null;
  /** When it fires, what was already written is put back. */
  readonly signal?: AbortSignal;
  /** Nothing may be written: a patch that could be applied is refused. Default false. */
  readonly readOnly?: boolean;
  /** Most characters of a patch. Default 16,777,216. */
  readonly maxPatchChars?: number;
  /** Most bytes of a file that is updated. Default 67,108,864. */
  readonly maxFileBytes?: number;
  /** Whether each file is on the disk before it takes the place of the former one. Default false. */
  readonly fsync?: boolean;
}

export const DEFAULT_MAX_PATCH_CHARS = 16_777_216;
export const DEFAULT_MAX_FILE_BYTES = 67_108_864;
