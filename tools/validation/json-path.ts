import { toIdentifier } from "../names/identifier.ts";

/** Where in a value something is, as one would write it in JavaScript: `files[0].path`; empty for the value itself. */
export function jsonPath(steps: readonly PropertyKey[]): string {
  let path = "";
  for (const step of steps) {
    const text = String(step);
    if (/^(0|[1-9][0-9]*)$/.test(text)) path += `[${text}]`;
    else if (toIdentifier(text) === text) path += path === "" ? text : `.${text}`;
    else path += `[${JSON.stringify(text)}]`;
  }
  return path;
}

/** The steps of a JSON pointer as ajv writes it: `/files/0/path`, `~` and `/` within names escaped. */
export function pointerSteps(pointer: string): string[] {
  return pointer === ""
    ? []
    : pointer
        .slice(1)
        .split("/")
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
