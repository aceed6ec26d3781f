import { sourceOf } from "../suite/source-of.ts";
import { runsOf } from "../suite/runs-of.ts";
import { isLive } from "../suite/suite.ts";
import type { LiveSource, Suite } from "../suite/suite.ts";
import { checkLive, DEFAULT_ROUNDS, DEFAULT_TOKENS } from "./run-live.ts";

/** What the live runs of a suite may cost. */
export interface LivePlan {
  readonly runs: number;
  /** At most. */
  readonly requests: number;
  readonly tokens: number;
  readonly models: readonly string[];
}

/**
 * What the live runs may cost; no request is sent.
 * @throws {IsocellError} `invalid_config` when something that they need is missing.
 */
export function planLive(suite: Suite, limit: number = Number.POSITIVE_INFINITY): LivePlan {
  const live = runsOf(suite)
    .map((key) => sourceOf(suite, key.variant, key))
    .filter(isLive)
    .slice(0, limit);
  for (const source of live) checkLive(suite, source);
  const sum = (valueOf: (source: LiveSource) => number): number =>
    live.reduce((total, source) => total + valueOf(source), 0);
  return {
    runs: live.length,
    requests: sum(({ maxRounds = DEFAULT_ROUNDS }) => maxRounds),
    tokens: sum(({ maxTokens = DEFAULT_TOKENS }) => maxTokens),
    models: [...new Set(live.map(({ model, baseUrl }) => `${model} at ${baseUrl}`))],
  };
}
