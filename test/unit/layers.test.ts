import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, SOURCE_FOLDERS, sourceFiles } from "../support/project.ts";

/** What each layer may import of ours. */
const EDGES: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  "runtime/prelude": [],
  runtime: ["protocol"],
  tools: ["protocol"],
  host: ["protocol", "tools"],
};

/** The files that may import a package: one where that is practical. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  // The second one is a program of its own, which measures the engine without the rest.
  "isolated-vm": ["runtime/isolate/engine.ts", "host/bench/raw-isolates.ts"],
  piscina: ["runtime/main.ts"],
  msgpackr: ["protocol/codec.ts"],
  ajv: ["tools/validation/ajv.ts"],
  "@modelcontextprotocol/sdk": [
    "host/mcp/http/sdk-http.ts",
    "host/mcp/oauth/sdk-oauth.ts",
    "host/mcp/sdk.ts",
    "host/serve/sdk.ts",
  ],
  "smol-toml": ["host/config/read-toml.ts"],
  minisearch: ["host/discovery/search/engine.ts"],
  "@lydell/node-pty": ["tools/builtin/exec-command/process/terminal-library.ts"],
  sharp: ["tools/builtin/view-image/sharp.ts"],
  "@opentelemetry/api": ["host/otel/span-builder.ts"],
};

/** What a layer shows to others. Built-in tools have an index of their own: it loads all of them. */
const INDEXES: ReadonlySet<string> = new Set([
  ...Object.keys(EDGES).map((layer) => `${layer}/index.ts`),
  "tools/builtin/index.ts",
]);

const MAX_LINES = 300;

interface Source {
  readonly file: string;
  readonly layer: string;
  readonly lines: number;
  readonly imports: readonly string[];
}

function layerOf(file: string): string {
  const layers = Object.keys(EDGES).filter((layer) => file.startsWith(`${layer}/`));
  return layers.reduce((longest, layer) => (layer.length > longest.length ? layer : longest), "");
}

/** Every module specifier of a file: static imports and re-exports, dynamic imports, import types. */
function importsOf(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const patterns = [
    /^\s*(?:import|export)\b[^"';]*?\bfrom\s*["']([^"']+)["']/gm,
    /^\s*import\s*["']([^"']+)["']/gm,
    /\bimport\s*\(\s*["']([^"']+)["']/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ""));
}

const sources: readonly Source[] = SOURCE_FOLDERS.flatMap((folder) => sourceFiles(folder)).map((file) => {
  const text = readFileSync(join(ROOT, file), "utf8");
  return { file, layer: layerOf(file), lines: text.trimEnd().split("\n").length, imports: importsOf(text) };
});

function references(folder: string): readonly string[] {
  const text = readFileSync(join(ROOT, folder, "tsconfig.json"), "utf8");
  const { references: list = [] } = JSON.parse(text) as { references?: readonly { path: string }[] };
  return list.map(({ path }) => posix.join(folder, path)).toSorted();
}

describe("Layers", () => {
  test("Each folder's compiler references are exactly the edges of the design", () => {
    const found = Object.fromEntries(Object.keys(EDGES).map((layer) => [layer, references(layer)]));
    expect(found).toEqual(EDGES);
  });

  test("The build is of these folders and nothing else, and what is type-checked is the build and the tests", () => {
    const paths = (file: string): readonly string[] =>
      (JSON.parse(readFileSync(join(ROOT, file), "utf8")) as { references: readonly { path: string }[] }).references
        .map(({ path }) => posix.normalize(path))
        .toSorted();
    expect(paths("tsconfig.build.json")).toEqual(Object.keys(EDGES).toSorted());
    expect(paths("tsconfig.json")).toEqual(["test", "tsconfig.build.json"]);
  });

  test("No import crosses an edge that the design does not have", () => {
    const crossings = sources.flatMap(({ file, layer, imports }) =>
      imports
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => layerOf(posix.join(posix.dirname(file), specifier)))
        .filter((target) => target !== layer && EDGES[layer]?.includes(target) !== true)
        .map((target) => `${file} imports from ${target === "" ? "outside the layers" : target}`),
    );
    expect(crossings).toEqual([]);
  });

  test("Another layer is imported by an index only, so that its other files can change", () => {
    const inner = sources.flatMap(({ file, layer, imports }) =>
      imports
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => posix.join(posix.dirname(file), specifier))
        .filter((target) => layerOf(target) !== layer && !INDEXES.has(target))
        .map((target) => `${file} imports ${target}`),
    );
    expect(inner).toEqual([]);
  });

  test("Every file belongs to a layer, and the parser of this test finds imports in each but the prelude", () => {
    const counts = Object.keys(EDGES).map((layer) => {
      const own = sources.filter((source) => source.layer === layer);
      return { layer, files: own.length > 0, imports: own.some(({ imports }) => imports.length > 0) };
    });
    expect(sources.filter(({ layer }) => layer === "")).toEqual([]);
    expect(counts).toEqual(
      Object.keys(EDGES).map((layer) => ({ layer, files: true, imports: layer !== "runtime/prelude" })),
    );
  });

  test("Each engine-like package is imported by its owner alone", () => {
    const found = Object.keys(OWNERS).map((name) => [
      name,
      sources
        .filter(({ imports }) => imports.some((specifier) => specifier === name || specifier.startsWith(`${name}/`)))
        .map(({ file }) => file),
    ]);
    expect(Object.fromEntries(found)).toEqual(OWNERS);
  });

  test(`No source file is longer than ${MAX_LINES} lines`, () => {
    const long = sources.filter(({ lines }) => lines > MAX_LINES).map(({ file, lines }) => `${file}: ${lines}`);
    expect(long).toEqual([]);
  });
});
