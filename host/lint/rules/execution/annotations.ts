import type { ToolAnnotations } from "../../../../tools/index.ts";
import type { Detail } from "../../finding.ts";
import type { ToolRule } from "../../rule.ts";
import { verbKind } from "../../subject/words.ts";

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** No word on what a call does. */
export const missingAnnotations: ToolRule = {
  name: "missing-annotations",
  area: "execution",
  severity: "warning",
  title: "no annotations",
  why: "Without them a call counts as the worst: somebody is asked each time, and it runs alone.",
  fix: "Set readOnlyHint, and where it is false destructiveHint, idempotentHint and openWorldHint.",
  check: ({ annotations }) => {
    const { readOnlyHint, destructiveHint } = annotations;
    if (HINTS.every((hint) => annotations[hint] === undefined))
      return [{ where: "annotations", message: "Nothing says what a call does." }];
    if (readOnlyHint === undefined)
      return [{ where: "annotations.readOnlyHint", message: "Whether a call changes anything is not said." }];
    if (!readOnlyHint && destructiveHint === undefined)
      return [{ where: "annotations.destructiveHint", message: "Whether what is changed can be lost is not said." }];
    return [];
  },
};

/** Hints that cannot all be true. */
export const contradictoryAnnotations: ToolRule = {
  name: "contradictory-annotations",
  area: "execution",
  severity: "error",
  title: "annotations that contradict each other",
  why: "Clients differ in which one they believe: one asks for every call, another runs it unasked.",
  fix: "A tool that changes nothing destroys nothing and can be repeated; leave those hints out, or correct readOnlyHint.",
  check: ({ annotations }) => {
    const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
    if (readOnlyHint !== true) return [];
    const found: Detail[] = [];
    if (destructiveHint === true)
      found.push({
        where: "annotations.destructiveHint",
        message: "It says that it changes nothing, and that it destroys.",
      });
    if (idempotentHint === false)
      found.push({
        where: "annotations.idempotentHint",
        message: "It says that it changes nothing, and that a repeated call changes more.",
      });
    return found;
  },
};

/** Hints that the name speaks against. */
export const implausibleAnnotations: ToolRule = {
  name: "implausible-annotations",
  area: "execution",
  severity: "error",
  title: "annotations that the name speaks against",
  why: "Whoever believes the hints lets a deletion run unasked, or asks before every look.",
  fix: "Correct the hints; or the name, if it promises what the tool does not do.",
  check: ({ name, annotations }) => {
    const reason = implausible(verbKind(name), annotations);
    return reason === undefined ? [] : [{ where: "annotations", message: `${name} ${reason}.` }];
  },
};

function implausible(
  kind: ReturnType<typeof verbKind>,
  { readOnlyHint, destructiveHint }: ToolAnnotations,
): string | undefined {
  if (kind === "destroying" && readOnlyHint === true) return "says that it changes nothing";
  if (kind === "destroying" && destructiveHint === false) return "says that nothing can be lost";
  if (kind === "reading" && readOnlyHint === false && destructiveHint === true) return "says that it destroys";
  return undefined;
}
