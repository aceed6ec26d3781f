/** `logs[n]` is the natural logarithm of n!, filled as far as it was needed. */
const logs: number[] = [0];

/** The natural logarithm of n! as a sum of logarithms: right to the last few bits, for any n that counts things. */
export function logFactorial(n: number): number {
  for (let k = logs.length; k <= n; k++) logs.push((logs[k - 1] ?? 0) + Math.log(k));
  return logs[n] ?? Number.NaN;
}

/** Sums that differ by rounding alone count as equally likely. */
const TIES = 1 + 1e-9;

/**
 * Fisher's exact test, two-sided: how likely a table is that is no more likely than this one, with the same margins, when
 * both rows have the same rate.
 *
 * @param one successes and trials of the one row.
 * @param other those of the other row.
 */
export function fisherExact(
  one: { readonly passed: number; readonly runs: number },
  other: { readonly passed: number; readonly runs: number },
): number {
  const passed = one.passed + other.passed;
  const runs = one.runs + other.runs;
  const margins =
    logFactorial(passed) +
    logFactorial(runs - passed) +
    logFactorial(one.runs) +
    logFactorial(other.runs) -
    logFactorial(runs);
  const probability = (k: number): number =>
    Math.exp(
      margins -
        logFactorial(k) -
        logFactorial(one.runs - k) -
        logFactorial(passed - k) -
        logFactorial(other.runs - passed + k),
    );
  const observed = probability(one.passed);
  let sum = 0;
  for (let k = Math.max(0, passed - other.runs); k <= Math.min(passed, one.runs); k++) {
    const p = probability(k);
    if (p <= observed * TIES) sum += p;
  }
  return Math.min(1, sum);
}

/**
 * McNemar's exact test, two-sided: how likely so uneven a split of the pairs is that came out differently, when either
 * outcome is as likely as the other.
 */
export function mcNemarExact(onlyOne: number, onlyOther: number): number {
  const pairs = onlyOne + onlyOther;
  let tail = 0;
  for (let k = 0; k <= Math.min(onlyOne, onlyOther); k++) {
    tail += Math.exp(logFactorial(pairs) - logFactorial(k) - logFactorial(pairs - k) - pairs * Math.LN2);
  }
  return Math.min(1, 2 * tail);
}

/** The standard normal distribution's 97.5 % point. */
const Z = 1.959963984540054;

/** Wilson's score interval of a rate, with 95 % confidence; stays between 0 and 1 and is never empty. */
export function wilsonInterval(passed: number, runs: number): readonly [low: number, high: number] {
  if (runs === 0) return [0, 1];
  const rate = passed / runs;
  const spread = Z ** 2 / runs;
  const center = (rate + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((rate * (1 - rate)) / runs + spread / (4 * runs));
  // At the ends the formula gives them but for rounding.
  return [passed === 0 ? 0 : Math.max(0, center - half), passed === runs ? 1 : Math.min(1, center + half)];
}

/** P values corrected for how many there are (Holm): in the order given. */
export function holmAdjusted(values: readonly number[]): readonly number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const adjusted: number[] = Array.from({ length: values.length }, () => 1);
  let largest = 0;
  for (const [rank, { value, index }] of order.entries()) {
    largest = Math.max(largest, Math.min(1, value * (values.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
