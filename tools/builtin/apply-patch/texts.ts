/** What a model reads that sent a patch as a command. */
export const BARE_PATCH: string =
  "apply_patch verification failed: patch detected without explicit call to apply_patch. " +
  'Rerun as ["apply_patch", "<patch>"]';

/** What a model reads that sent a patch where nothing may be written. */
export const PATCH_READ_ONLY: string =
  "patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings";
