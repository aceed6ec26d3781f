import { isNested } from "../../../tools/index.ts";
import type { Exposure } from "../../../tools/index.ts";
import type { Mode } from "../../options.ts";
import type { OmitFrom } from "./types.ts";

/** What exposure depends on besides the tool. */
export interface ExposureScene {
  readonly mode: Mode;
  readonly search: boolean;
}

/** What settings say about a tool's namespace. */
export interface NamespaceRules {
  readonly directOnly: boolean;
  readonly excluded: boolean;
}

/** Whether only a search finds a tool of this exposure, as far as a model's own calls go. */
export function isDeferred(exposure: Exposure): boolean {
  return exposure === "deferred" || exposure === "deferred-model-only";
}

/**
 * Exposure of an MCP server's tool. It may be listed, found and called from code unless omitted there; where a search
 * can find it, it is not listed.
 */
export function mcpExposure(omit: readonly OmitFrom[], rules: NamespaceRules, scene: ExposureScene): Exposure {
  const code = !omit.includes("code_mode") && !rules.directOnly;
  const listable = !omit.includes("direct");
  const findable = !omit.includes("deferred") && !rules.directOnly;
  // In code-only operation a model searches from code, so what code cannot call is not worth finding.
  const found = findable && scene.search && (scene.mode !== "code-only" || code);
  const exposure = exposureOf(listable && !found, found, code);
  return rules.excluded ? withoutCode(exposure, scene.mode, listable) : exposure;
}

/** Exposure of any other tool: its own, as far as the step can offer that. */
export function ownExposure(own: Exposure, rules: NamespaceRules, scene: ExposureScene): Exposure {
  const exposure = scene.search ? own : listedInstead(own);
  if (!isNested(exposure)) return exposure;
  if (rules.directOnly) return "direct-model-only";
  return rules.excluded ? withoutCode(exposure, scene.mode, true) : exposure;
}

function exposureOf(listed: boolean, found: boolean, code: boolean): Exposure {
  if (listed) return code ? "direct" : "direct-model-only";
  if (found) return code ? "deferred" : "deferred-model-only";
  return code ? "code-mode-only" : "hidden";
}

/** Nothing could find a deferred tool where there is no search. */
function listedInstead(exposure: Exposure): Exposure {
  if (exposure === "deferred") return "direct";
  return exposure === "deferred-model-only" ? "direct-model-only" : exposure;
}

/**
 * Takes a tool out of code's reach. In code-only operation code was the way to it, so it gets another one: the list, or
 * the search where its server must not be listed and can be found.
 */
function withoutCode(exposure: Exposure, mode: Mode, listable: boolean): Exposure {
  if (!isNested(exposure)) return exposure;
  if (mode === "code-only") return exposure === "deferred" && !listable ? "deferred-model-only" : "direct-model-only";
  return exposureOf(exposure === "direct", exposure === "deferred", false);
}
