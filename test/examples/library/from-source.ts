// Preloaded before an example: the package's own name then leads to its sources instead of to `dist/`.
import { registerHooks } from "node:module";

const SOURCES: Readonly<Record<string, string>> = {
  isocell: "../../../host/index.ts",
  "isocell/ai-sdk": "../../../host/backends/ai-sdk/index.ts",
  "isocell/anthropic": "../../../host/backends/anthropic/index.ts",
  "isocell/cloudflare": "../../../host/backends/cloudflare/index.ts",
  "isocell/openai": "../../../host/backends/openai/index.ts",
  "isocell/otel": "../../../host/otel/index.ts",
  "isocell/tools": "../../../tools/index.ts",
  "isocell/protocol": "../../../protocol/index.ts",
};

registerHooks({
  resolve: (specifier, context, next) => {
    const source = SOURCES[specifier];
    return next(source === undefined ? specifier : new URL(source, import.meta.url).href, context);
  },
});
