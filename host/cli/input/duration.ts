import { UsageError } from "../usage-error.ts";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * Milliseconds of a duration such as `500ms`, `1.5s`, `2m`, `1h`.
 * @throws {UsageError} for anything else, and for less than 1 ms.
 */
export function parseDuration(text: string, flag: string): number {
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const ms = Math.round(Number(amount) * (UNITS[unit] ?? Number.NaN));
  if (amount !== "" && ms >= 1 && Number.isSafeInteger(ms)) return ms;
  throw new UsageError(`${flag} expects a duration such as 500ms, 30s, 2m or 1h, not ${JSON.stringify(text)}`);
}
