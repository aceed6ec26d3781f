const REFERENCE = /\$\{([^}]*)\}/g;

/**
 * Replaces `${name}` in all texts of a JSON value.
 *
 * @param problems told where a name stands that is not known.
 */
export function fillIn<T>(
  value: T,
  names: Readonly<Record<string, string | number>>,
  where: string,
  problems: string[],
): T {
  return fill(value, names, where, problems) as T;
}

function fill(
  value: unknown,
  names: Readonly<Record<string, string | number>>,
  where: string,
  problems: string[],
): unknown {
  if (typeof value === "string") {
    return value.replace(REFERENCE, (whole, name: string) => {
      if (Object.hasOwn(names, name)) return String(names[name]);
      problems.push(`${where}: ${whole} is not known; known are ${Object.keys(names).join(", ")}`);
      return whole;
    });
  }
  if (Array.isArray(value)) return value.map((item, index) => fill(item, names, `${where}[${index}]`, problems));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [key, fill(item, names, where === "" ? key : `${where}.${key}`, problems)] as const,
  );
  return Object.fromEntries(entries);
}
