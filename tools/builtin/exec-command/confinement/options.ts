import { IsocellError } from "../../../../protocol/index.ts";

/**
 * What commands may do.
 *
 * | profile | files | network |
 * |---|---|---|
 * | read-only | none can be changed | off |
 * | workspace-write | those in the allowed folders, and a `/tmp` of their own | off |
 * | full-access | as this process | as this process |
 */
export type ConfinementProfile = "read-only" | "workspace-write" | "full-access";

/** How commands are confined. All are optional. */
export interface ConfinementOptions {
  /** Default `workspace-write`. */
  readonly profile?: ConfinementProfile;
  /** Whether confined commands have a network. Default false. */
  readonly network?: boolean;
  /** More folders that `workspace-write` lets commands write to. Absolute. */
  readonly writable?: readonly string[];
  /** Whether `.git` of an allowed folder is kept from writes: its hooks run outside of the confinement later. Default true. */
  readonly protectGit?: boolean;
  /** Refuse to make the tools where commands can't be confined, instead of running them unconfined. Default false. */
  readonly required?: boolean;
}

/** The options with their defaults. */
export interface ConfinementSettings {
  readonly profile: ConfinementProfile;
  readonly network: boolean;
  readonly writable: readonly string[];
  readonly protectGit: boolean;
}

const PROFILES: readonly string[] = ["read-only", "workspace-write", "full-access"];

/** Fills in what is missing. @throws {IsocellError} `invalid_options` */
export function confinementSettings(options: ConfinementOptions = {}): ConfinementSettings {
  const { profile = "workspace-write", network = false, writable = [], protectGit = true } = options;
  if (!PROFILES.includes(profile)) {
    throw new IsocellError(
      "invalid_options",
      `confinement.profile must be one of ${PROFILES.join(", ")}; it is ${profile as string}.`,
    );
  }
  const relative = writable.find((folder) => !folder.startsWith("/"));
  if (relative !== undefined) {
    throw new IsocellError("invalid_options", `confinement.writable must hold absolute paths; ${relative} is none.`);
  }
  return { profile, network, writable, protectGit };
}
