import { IsocellError } from "../../../../protocol/index.ts";

/** What commands see of this process's environment. Patterns are names in which `*` stands for any characters; case does not matter. */
export interface EnvironmentPolicy {
  /** `all` (default), `core` (where programs and the home are, and the like), or `none`. */
  readonly inherit?: "none" | "core" | "all";
  /** Left out, besides what looks like a secret. */
  readonly exclude?: readonly string[];
  /** Kept although it looks like a secret. `exclude` goes first. */
  readonly include?: readonly string[];
  /** Set for every command, whatever else is said of these names. */
  readonly set?: Readonly<Record<string, string>>;
}

/** The variables of an environment. */
export type Environment = Readonly<Record<string, string>>;

const CORE: ReadonlySet<string> = new Set(
  "PATH HOME USER LOGNAME SHELL TMPDIR TEMP TMP TZ SYSTEMROOT COMSPEC PATHEXT USERPROFILE APPDATA LOCALAPPDATA".split(
    " ",
  ),
);

const SECRET_NAME =
  /KEY|SECRET|TOKEN|PASSW|PASSPHRASE|PASS$|_PASS_|CREDENTIAL|CREDS|COOKIE|BEARER|PRIVATE|AUTH(?!OR)/iu;
/** An address with a password in it. */
const SECRET_VALUE = /[a-z][a-z0-9+.-]*:\/\/[^\s/@]*:[^\s/@]+@/iu;

/** Whether a variable may hold what a command is not to know. */
export function looksSecret(name: string, value: string): boolean {
  return SECRET_NAME.test(name) || SECRET_VALUE.test(value);
}

/**
 * Picks from an environment what a policy lets through. `set` is not part of it.
 * @throws {IsocellError} `invalid_options` for a policy that is none.
 */
export function inherited(from: NodeJS.ProcessEnv, policy: EnvironmentPolicy): Environment {
  const { inherit = "all" } = policy;
  if (inherit !== "all" && inherit !== "core" && inherit !== "none") {
    throw new IsocellError(
      "invalid_options",
      `environment.inherit must be all, core or none; it is ${String(inherit)}.`,
    );
  }
  const excluded = matcher(policy.exclude);
  const included = matcher(policy.include);
  const kept: Record<string, string> = Object.create(null) as Record<string, string>;
  if (inherit === "none") return kept;
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined || excluded(name)) continue;
    if (looksSecret(name, value) && !included(name)) continue;
    if (inherit === "core" && !CORE.has(name.toUpperCase()) && !included(name)) continue;
    kept[name] = value;
  }
  return kept;
}

function matcher(patterns: readonly string[] = []): (name: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const source = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`));
    return new RegExp(`^${source.join(".*")}$`, "iu");
  });
  return (name) => expressions.some((expression) => expression.test(name));
}
