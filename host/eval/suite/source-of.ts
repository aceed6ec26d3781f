import { refused } from "./refused.ts";
import { holdsFor } from "./suite.ts";
import type { Source, Suite, Variant } from "./suite.ts";
import { fillIn } from "./template.ts";

/** The source of a variant, with what stands for the run filled in. */
export function sourceOf(
  suite: Pick<Suite, "sources" | "file">,
  variant: Variant,
  run: { readonly task: string; readonly repetition: number },
): Source {
  const index = suite.sources.findIndex(({ when }) => holdsFor(when, variant));
  const source = suite.sources[index];
  if (source === undefined) {
    throw refused(suite.file, [`sources: none of them is for the variant ${variant.id}`]);
  }
  const { when: _, ...open } = source;
  const problems: string[] = [];
  const names = { ...variant.values, variant: variant.id, task: run.task, repetition: run.repetition };
  const filled = fillIn(withoutEnvironment(open), names, `sources[${index}]`, problems);
  if (problems.length > 0) throw refused(suite.file, problems);
  return withEnvironment(filled, open, names);
}

/** Values of a server's `env` may also name environment variables; those are looked up when the server starts. */
function withoutEnvironment(source: Source): Source {
  if (!("mcpServers" in source) || source.mcpServers === undefined) return source;
  const servers = Object.entries(source.mcpServers).map(([name, { env: _, ...server }]) => [name, server] as const);
  return { ...source, mcpServers: Object.fromEntries(servers) };
}

function withEnvironment(filled: Source, source: Source, names: Readonly<Record<string, string | number>>): Source {
  if (!("mcpServers" in source) || !("mcpServers" in filled) || source.mcpServers === undefined) return filled;
  const open = source.mcpServers;
  const servers = Object.entries(filled.mcpServers ?? {}).map(([name, server]) => {
    const env = open[name]?.env;
    return [name, env === undefined ? server : { ...server, env: fillIn(env, names, "", []) }] as const;
  });
  return { ...filled, mcpServers: Object.fromEntries(servers) };
}
