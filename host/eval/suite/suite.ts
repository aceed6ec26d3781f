import type { MatchModules } from "../matchers/match.ts";
import type { Bounds, Matcher } from "../matchers/matcher.ts";

/** What is measured of a run, besides figures. */
export const MEASURES = ["answer", "arguments", "scope", "errors"] as const;
export type Measure = (typeof MEASURES)[number];

/** A value of a variable. */
type Value = string | number;
/** Values by variable. */
type Values = Readonly<Record<string, Value>>;

/** For which variants something holds: those with one of these values in each of these variables. */
export type When = Readonly<Record<string, Value | readonly Value[]>>;

/** One way to do the tasks: a value of each variable. */
export interface Variant {
  readonly id: string;
  readonly values: Values;
}

/** What is expected of calls. `which`: `some` (default of arguments), `every` (default of scope), `first` or `last` one. */
interface CallExpectation {
  readonly when?: When;
  /** The tool's name, as its owner spells it. Absent: any tool. */
  readonly tool?: string;
  readonly which?: "some" | "every" | "first" | "last";
}

/** Arguments that express what the task asks for. */
export interface ArgumentsExpectation extends CallExpectation {
  readonly arguments: Matcher;
}

/** Results that hold what the task asks for, and not much more. Looked at are calls that succeeded. */
export interface ScopeExpectation extends CallExpectation {
  readonly result: Matcher;
}

/** What a model is asked for, and how to tell that it did it. What is not given is not measured. */
export interface Task {
  readonly id: string;
  readonly prompt: string;
  /** Of the text of the final answer. */
  readonly answer?: Matcher;
  readonly arguments?: readonly ArgumentsExpectation[];
  readonly scope?: readonly ScopeExpectation[];
  /** How many calls may fail. Default: none. */
  readonly errors?: Bounds;
}

/** A trajectory's form: our own, events of `codex exec --json`, or a trace of isocell, which has no arguments and results. */
export const FORMS = ["isocell", "codex", "trace"] as const;
export type Form = (typeof FORMS)[number];

/** Trajectories in files. */
interface RecordedSource {
  readonly type: "recorded";
  readonly form?: Form;
  /** Relative to the suite. */
  readonly path: string;
}

/** Trajectories that the function `trajectory` of a module makes. */
interface ScriptSource {
  readonly type: "script";
  readonly module: string;
}

/** APIs that a model can be reached by. */
export const LIVE_TYPES = ["openai-responses", "openai-chat", "anthropic"] as const;

/** A model behind an endpoint, and the tools it is given. */
export interface LiveSource {
  readonly type: (typeof LIVE_TYPES)[number];
  /** Up to and without the API's own path: `https://api.openai.com/v1`, `https://api.anthropic.com`. */
  readonly baseUrl: string;
  readonly model: string;
  /** The environment variable that holds the key. Absent: the endpoint wants none. */
  readonly keyEnv?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the model is told ahead of the prompt. */
  readonly instructions?: string;
  readonly mcpServers?: Readonly<Record<string, LiveServer>>;
  /** Modules whose default export is an executor or an array of them. */
  readonly tools?: readonly string[];
  readonly mode?: "direct" | "code" | "code-only";
  /** Requests of one run. Default 12. */
  readonly maxRounds?: number;
  /** Tokens of one run, in and out, as the API counts them. Default 200,000. */
  readonly maxTokens?: number;
  /** Tokens of one response. Default: the endpoint's own, and 4,096 for Anthropic's API, which wants a number. */
  readonly maxOutputTokens?: number;
  /** Milliseconds of one run. Default 300,000. */
  readonly timeoutMs?: number;
}

/** An MCP server that a live model is given. */
interface LiveServer {
  readonly command: string;
  readonly args?: readonly string[];
  /** `${NAME}` is a variable of the suite, else one of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Relative to the suite. Default: its folder. */
  readonly cwd?: string;
}

/** Where trajectories come from; of several that fit a variant the first counts. */
export type Source = { readonly when?: When } & (RecordedSource | ScriptSource | LiveSource);

/** A suite as its file says. */
export interface SuiteFile {
  readonly $schema?: string;
  readonly name: string;
  /** Stands in every report: how the trajectories came about, for example. */
  readonly note?: string;
  /** How often each task is done with each variant. Default 1. */
  readonly repetitions?: number;
  readonly variables: Readonly<Record<string, readonly Value[]>>;
  /** Absent: every combination of the variables' values. */
  readonly variants?: readonly Variant[];
  /** Measures that a run has to pass. Default: all that are measured. */
  readonly passes?: readonly Measure[];
  readonly sources: readonly Source[];
  readonly tasks: readonly Task[];
}

/** A suite that was loaded and checked. */
export interface Suite extends Required<Omit<SuiteFile, "$schema" | "note">> {
  readonly note: string;
  /** Its file's absolute path, and that of the folder. */
  readonly file: string;
  readonly folder: string;
  /** `sha256:` and the digest of the file. */
  readonly digest: string;
  readonly matchModules: MatchModules;
}

/** Whether something with a condition holds for a variant. */
export function holdsFor(when: When | undefined, { id, values }: Variant): boolean {
  return Object.entries(when ?? {}).every(([name, wanted]) => {
    const value = name === "variant" ? id : values[name];
    return value !== undefined && (Array.isArray(wanted) ? wanted.includes(value) : wanted === value);
  });
}

/** Whether a source is a model that is asked now. */
export function isLive(source: Source): source is LiveSource {
  return source.type !== "recorded" && source.type !== "script";
}
