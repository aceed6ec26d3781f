import { BUILTIN_GROUPS, builtinSettings } from "../../tools/index.ts";
import type { BuiltinGroup, BuiltinName, MadeTools, ToolExecutor } from "../../tools/index.ts";
import type { ExtensionSource } from "../step/plan/types.ts";
import { asOptions, wantedGroups } from "./check.ts";
import type { BuiltinTools } from "./options.ts";

/** Built-in tools of one host, made. */
export interface MountedBuiltins {
  readonly builtIn: readonly ToolExecutor[];
  readonly extensions: readonly ExtensionSource[];
  /** Ends what the tools have running for one session. Never rejects. */
  readonly closeSession: (sessionId: string) => Promise<void>;
  /** Ends all that the tools have running. May be called twice. */
  readonly close: () => Promise<void>;
}

/**
 * Loads and makes the tools that a host's options ask for. The options were checked. Rejects with what a maker threw.
 *
 * @param groups all there are; tests bring their own.
 */
export async function mountBuiltins(
  builtins: BuiltinTools,
  groups: readonly BuiltinGroup[] = BUILTIN_GROUPS,
): Promise<MountedBuiltins> {
  const { cwd = ".", roots, callbacks = {}, commands } = asOptions(builtins);
  const settings = await builtinSettings(cwd, roots, callbacks, commands);
  const chosen = wantedGroups(builtins, groups);
  const made = await Promise.allSettled(chosen.map(({ group }) => group.make(settings)));
  const failed = made.find((one) => one.status === "rejected");
  const tools = made.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  if (failed !== undefined) {
    await closeAll(tools);
    throw failed.reason as Error;
  }
  const builtIn: ToolExecutor[] = [];
  const extensions = new Map<string, ToolExecutor[]>();
  for (const [index, { group, wanted }] of chosen.entries()) {
    const executors = (tools[index]?.executors ?? []).filter((executor) => wanted.includes(nameOf(executor)));
    if (group.extension === undefined) builtIn.push(...executors);
    else extensions.set(group.extension, [...(extensions.get(group.extension) ?? []), ...executors]);
  }
  let closing: Promise<void> | null = null;
  return {
    builtIn,
    extensions: [...extensions].map(([name, executors]) => ({ name, executors })),
    closeSession: async (id) => {
      await Promise.allSettled(tools.map(async ({ closeSession }) => closeSession?.(id)));
    },
    close: () => (closing ??= closeAll(tools)),
  };
}

/** One that fails keeps no other from being closed. */
async function closeAll(tools: readonly MadeTools[]): Promise<void> {
  await Promise.allSettled(tools.map(async ({ close }) => close?.()));
}

function nameOf({ namespace, name }: ToolExecutor): BuiltinName {
  return (namespace === "" ? name : `${namespace}.${name}`) as BuiltinName;
}
