// The built-in tools for programs that make them themselves. Loading this loads all of them: a host loads only what it mounts.
export {
  applyPatch,
  createApplyPatchTool,
  createPatch,
  parsePatch,
  PATCH_GRAMMAR,
  PatchError,
  PatchStreamParser,
  readPatchCommand,
  runPatch,
  verifyPatch,
} from "./apply-patch/index.ts";
export type {
  ApplyPatchOptions,
  FileVersions,
  Patch,
  PatchChange,
  PatchChunk,
  PatchCommand,
  PatchErrorKind,
  PatchEvent,
  PatchLine,
  PatchOptions,
  PatchReport,
  PatchRun,
  PatchSection,
} from "./apply-patch/index.ts";

export { createFileTools } from "./files/create-file-tools.ts";
export type { FileToolOptions } from "./files/options.ts";
export { createViewImageTool } from "./view-image/view-image.ts";
export type { ViewImageOptions } from "./view-image/options.ts";
export { AllowedRoots, PathRefused } from "./paths/allowed-roots.ts";
export type { HeldFolder } from "./paths/allowed-roots.ts";
export { createCommandTools } from "./exec-command/create-command-tools.ts";
export type { CommandTools } from "./exec-command/create-command-tools.ts";
export type { ApplyPatch, CommandToolsOptions } from "./exec-command/options.ts";
export type { ConfinementOptions, ConfinementProfile } from "./exec-command/confinement/options.ts";
export { describeConfinement } from "./exec-command/confinement/report.ts";
export type { ConfinementReport } from "./exec-command/confinement/report.ts";
export type { EnvironmentPolicy } from "./exec-command/environment/policy.ts";
