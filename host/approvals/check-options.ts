import { IsocellError } from "../../protocol/index.ts";
import type { ApprovalOptions } from "./options.ts";

const KEYS = ["policy", "access", "modes", "ask", "elicit"];
const POLICIES = ["never", "on-request", "always"];
const ACCESSES = ["full", "confined"];
const MODES = ["auto", "writes", "prompt", "approve"];

/** Throws an IsocellError `invalid_options` with the path of what is wrong. */
export function checkApprovalOptions(options: ApprovalOptions, path = "approvals"): void {
  if (!isRecord(options)) refuse(path, "an object", options);
  for (const key of Object.keys(options)) {
    if (KEYS.includes(key)) continue;
    throw new IsocellError("invalid_options", `${path} has no ${key}. It may have: ${KEYS.join(", ")}.`);
  }
  const { policy, access, modes, ask, elicit } = options;
  if (policy !== undefined && typeof policy !== "function" && !POLICIES.includes(policy)) {
    refuse(`${path}.policy`, `${POLICIES.join(", ")} or a function`, policy);
  }
  if (access !== undefined && !ACCESSES.includes(access)) refuse(`${path}.access`, ACCESSES.join(" or "), access);
  if (ask !== undefined && typeof ask !== "function") refuse(`${path}.ask`, "a function", ask);
  if (elicit !== undefined && typeof elicit !== "function") refuse(`${path}.elicit`, "a function", elicit);
  if (modes === undefined) return;
  if (!isRecord(modes)) refuse(`${path}.modes`, "an object", modes);
  for (const [key, mode] of Object.entries(modes)) {
    if (!MODES.includes(mode)) refuse(`${path}.modes[${JSON.stringify(key)}]`, MODES.join(", "), mode);
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(path: string, expected: string, got: unknown): never {
  const shown = typeof got === "string" ? JSON.stringify(got.slice(0, 80)) : got === null ? "null" : typeof got;
  throw new IsocellError("invalid_options", `${path} must be ${expected}; it is ${shown}.`);
}
