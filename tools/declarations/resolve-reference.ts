import { isJsonObject, own } from "../schema/json-object.ts";
import { parsePointer } from "../schema/references.ts";

/** What a local reference leads to in a schema; undefined where it leads nowhere or out of the schema. */
export function resolveReference(root: unknown, reference: string): unknown {
  const steps = parsePointer(reference);
  if (steps === null) return undefined;
  let target = root;
  for (const step of steps) {
    if (Array.isArray(target)) target = /^(0|[1-9][0-9]*)$/.test(step) ? target[Number(step)] : undefined;
    else target = isJsonObject(target) ? own(target, step) : undefined;
  }
  return target;
}
