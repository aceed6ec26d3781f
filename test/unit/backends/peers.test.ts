import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, sourceFiles } from "../../support/project.ts";

const PEERS = ["openai", "@anthropic-ai/sdk", "ai", "@cloudflare/codemode"];

interface Import {
  readonly file: string;
  readonly statement: string;
}

const peer = PEERS.join("|");
const pattern = new RegExp(
  `(?:^|\\n)[ \\t]*(?:import|export)\\b[^;"']*["'](?:${peer})(?:/[^"']*)?["']|\\b(?:import|require)\\(\\s*["'](?:${peer})(?:/|["'])`,
  "gu",
);

const imports: readonly Import[] = ["protocol", "runtime", "tools", "host"].flatMap((folder) =>
  sourceFiles(folder).flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(pattern)].map(([statement]) => ({
      file,
      statement: statement.trim(),
    })),
  ),
);

describe("Packages that somebody may not have", () => {
  test("are imported for their types alone: nothing of them is loaded", () => {
    expect(imports.length).toBeGreaterThan(PEERS.length);
    expect(imports.filter(({ statement }) => !statement.startsWith("import type "))).toEqual([]);
  });

  test("are imported by their own subpath alone, so that its types are wanted only by who imports it", () => {
    const folders = new Map(PEERS.map((name) => [name, new Set<string>()]));
    for (const { file, statement } of imports) {
      const name = PEERS.find((each) => new RegExp(`["']${each}(?:/|["'])`, "u").test(statement)) ?? "";
      folders.get(name)?.add(file.split("/").slice(0, 3).join("/"));
    }
    expect(Object.fromEntries(Array.from(folders, ([name, found]) => [name, [...found]]))).toEqual({
      // The evaluation is reached by the command line alone: its types are nobody's.
      openai: ["host/backends/openai", "host/eval/live"],
      "@anthropic-ai/sdk": ["host/backends/anthropic", "host/eval/live"],
      ai: ["host/backends/ai-sdk"],
      "@cloudflare/codemode": ["host/backends/cloudflare"],
    });
  });

  test("are optional peers, each with a version that is tested", () => {
    const { peerDependencies, peerDependenciesMeta, devDependencies } = JSON.parse(
      readFileSync(join(ROOT, "package.json"), "utf8"),
    ) as Record<string, Record<string, unknown>>;
    expect(PEERS.filter((name) => peerDependencies?.[name] === undefined)).toEqual([]);
    expect(PEERS.map((name) => peerDependenciesMeta?.[name])).toEqual(PEERS.map(() => ({ optional: true })));
    expect(PEERS.filter((name) => devDependencies?.[name] === undefined)).toEqual([]);
  });
});
