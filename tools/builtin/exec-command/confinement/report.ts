import { findBubblewrap } from "./bubblewrap.ts";
import type { Bubblewrap } from "./bubblewrap.ts";
import { confinementSettings } from "./options.ts";
import type { ConfinementOptions, ConfinementProfile } from "./options.ts";

/** Whether commands are confined, and what to do where they are not. */
export interface ConfinementReport {
  readonly profile: ConfinementProfile;
  readonly confined: boolean;
  /** What confines them; null where nothing does. */
  readonly by: { readonly name: "bubblewrap"; readonly version: string; readonly path: string } | null;
  readonly network: boolean;
  /** Why nothing confines them; null where something does. */
  readonly reason: string | null;
  /** What somebody can do about that. */
  readonly advice: string | null;
}

/** Tells how commands are confined on this machine with these options. Starts a program the first time. */
export function describeConfinement(
  options: ConfinementOptions = {},
  bubblewrap: Bubblewrap = findBubblewrap(),
): ConfinementReport {
  const { profile, network } = confinementSettings(options);
  const open = { profile, confined: false, by: null, network: true };
  if (profile === "full-access") return { ...open, reason: "the profile is full-access", advice: null };
  if (!bubblewrap.works) return { ...open, reason: bubblewrap.reason, advice: bubblewrap.advice };
  const { path, version } = bubblewrap;
  return { profile, confined: true, by: { name: "bubblewrap", version, path }, network, reason: null, advice: null };
}
