/** One line of the comparison: what was measured, what is to be reached, what was. */
export interface Row {
  /** What `--only` selects by; several rows may share it. */
  readonly name: string;
  readonly work: string;
  readonly unit: string;
  /** The figure of isocell, and that of what it is compared with; null when there is nothing to compare with. */
  readonly isocell: number;
  readonly other: { readonly name: string; readonly value: number } | null;
  /** Null for a figure without a target. */
  readonly target: Target | null;
  /** What else was seen, in words. */
  readonly note?: string;
}

/** `at least 5 x`, `at most 1.2 x`, `less than 2 MB`. */
interface Target {
  readonly kind: "at least" | "at most" | "under";
  readonly value: number;
  readonly unit: string;
  /** What is compared with the target; null when the peer is missing. */
  readonly reached: number | null;
  /** Anything else that must hold, such as that all cells completed. */
  readonly holds?: boolean;
}

/** Whether a target was reached; null without a target or a peer. */
export function isMet({ target }: Row): boolean | null {
  if (target === null || target.reached === null) return null;
  if (target.holds === false || Number.isNaN(target.reached)) return false;
  const { kind, value, reached } = target;
  if (kind === "at least") return reached >= value;
  return kind === "at most" ? reached <= value : reached < value;
}

/** How many times faster: for rates ours by theirs, for times theirs by ours. */
function advantage(unit: "rate" | "time", ours: number, theirs: number): number {
  return unit === "rate" ? ours / theirs : theirs / ours;
}

/** What is measured on isocell and on a peer, for `compare`. */
export interface Comparison {
  readonly name: string;
  readonly work: string;
  readonly unit: string;
  readonly kind: "rate" | "time";
  readonly ours: number;
  /** The value is null when the peer is not there. */
  readonly other: { readonly name: string; readonly value: number | null };
  /** How many times faster isocell is to be at least; null for a figure without a target. */
  readonly atLeast: number | null;
  readonly note?: string;
}

/** The row of a comparison whose target is a ratio. */
export function compare({ name, work, unit, kind, ours, other, atLeast, note }: Comparison): Row {
  const reached = other.value === null ? null : advantage(kind, ours, other.value);
  return {
    name,
    work,
    unit,
    isocell: ours,
    other: { name: other.name, value: other.value ?? Number.NaN },
    target: atLeast === null ? null : { kind: "at least", value: atLeast, unit: "x", reached },
    ...(note === undefined ? {} : { note }),
  };
}
