import { describe, expect, test } from "vitest";
import { inherited, looksSecret } from "../../../../tools/builtin/exec-command/environment/policy.ts";
import type { EnvironmentPolicy } from "../../../../tools/builtin/exec-command/environment/policy.ts";
import { IsocellError } from "../../../../protocol/index.ts";

const ENVIRONMENT = {
  PATH: "/bin",
  HOME: "/root",
  EDITOR: "vi",
  CARGO_HOME: "/c",
  OPENAI_API_KEY: "k",
  github_token: "t",
  DATABASE_URL: "postgres://user:pass@host/db",
  HOMEPAGE: "https://example.com/a:b@c",
};

function namesUnder(policy: EnvironmentPolicy): readonly string[] {
  return Object.keys(inherited(ENVIRONMENT, policy)).toSorted();
}

describe("What commands see of the environment", () => {
  test("is by default all that does not look like a secret", () => {
    expect(namesUnder({})).toEqual(["CARGO_HOME", "EDITOR", "HOME", "HOMEPAGE", "PATH"]);
  });

  test("is what is needed to find programs, or nothing, where that is asked for", () => {
    expect(namesUnder({ inherit: "core" })).toEqual(["HOME", "PATH"]);
    expect(namesUnder({ inherit: "none", include: ["*"] })).toEqual([]);
  });

  test("is less what is excluded, and more what is included, by patterns", () => {
    expect(namesUnder({ exclude: ["home*", "editor"] })).toEqual(["CARGO_HOME", "PATH"]);
    expect(namesUnder({ inherit: "core", include: ["*_api_KEY", "EDITOR"] })).toEqual([
      "EDITOR",
      "HOME",
      "OPENAI_API_KEY",
      "PATH",
    ]);
    expect(namesUnder({ include: ["*TOKEN"], exclude: ["*token"] })).not.toContain("github_token");
    expect(namesUnder({ exclude: ["H.ME", "(", "[A-Z]+"] })).toContain("HOME");
  });

  test("is refused to be something else", () => {
    expect(() => inherited({}, { inherit: "some" as "all" })).toThrow(IsocellError);
  });

  test.for([
    "API_KEY",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_ACCESS_KEY_ID",
    "NPM_TOKEN",
    "DB_PASSWORD",
    "PGPASSWORD",
    "DB_PASS",
    "KEY_PASSPHRASE",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "SESSION_COOKIE",
    "SSH_AUTH_SOCK",
    "private_key",
  ])("%s looks like a secret", (name) => expect(looksSecret(name, "x")).toBe(true));

  test.for(["PATH", "GIT_AUTHOR_NAME", "COMPASS_HOME", "LS_COLORS", "NODE_ENV", "PASSENGER_ROOT"])(
    "%s does not",
    (name) => expect(looksSecret(name, "x")).toBe(false),
  );
});
