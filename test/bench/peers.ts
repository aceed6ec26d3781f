import { availableParallelism } from "node:os";
import { RawPeer } from "../../host/bench/raw-peer.ts";
import { Subject } from "../../host/bench/subject.ts";
import { defineTool } from "../../host/index.ts";
import type { HostOptions, ToolExecutor } from "../../host/index.ts";
import { CodexHost } from "./codex-host.ts";

/** Something that runs scripts with a tool `echo` that gives its input back. */
export interface Peer {
  readonly name: PeerName;
  readonly run: (source: string) => Promise<unknown>;
}

/** `session` is isocell with one isolate for all cells of a session. */
export type PeerName = "isocell" | "session" | "codex";

/** Everything the comparison measures, alive at the same time so that rounds can alternate. */
export interface Peers {
  readonly isocell: Peer;
  readonly session: Peer;
  /** Null without the program. */
  readonly codex: Peer | null;
  /** isolated-vm alone, on all cores. */
  readonly raw: RawPeer;
  readonly close: () => Promise<void>;
}

const WARM_UP_MS = 1000;

/** Starts and warms all peers. `codexBinary` is the path of Codex's host, if it is to be measured. */
export async function startPeers(codexBinary: string | undefined): Promise<Peers> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(closers.splice(0).map((end) => end()));
  };
  try {
    const raw = new RawPeer(availableParallelism());
    closers.push(() => raw.close());
    const isocell = await Subject.start(echoHost("cell"));
    closers.push(() => isocell.close());
    const session = await Subject.start(echoHost("session"));
    closers.push(() => session.close());
    const codex = codexBinary === undefined ? null : await CodexHost.start(codexBinary);
    if (codex !== null) closers.push(() => codex.close());
    await raw.measure(WARM_UP_MS / 4);
    for (const subject of [isocell, session]) await subject.warmUp(availableParallelism(), WARM_UP_MS);
    const until = performance.now() + WARM_UP_MS;
    while (codex !== null && performance.now() < until) await codex.run("text(1)");
    return {
      isocell: { name: "isocell", run: (source) => isocell.run(source) },
      session: { name: "session", run: (source) => session.run(source) },
      codex: codex === null ? null : { name: "codex", run: (source) => codex.run(source) },
      raw,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function echoHost(isolation: "cell" | "session"): HostOptions {
  return { tools: [echoTool("echo")], isolation };
}

/** A tool that gives its input back. */
export function echoTool(name: string): ToolExecutor {
  return defineTool({
    name,
    description: "Gives back its input.",
    inputSchema: true,
    parallel: true,
    handler: (input: unknown) => input,
  });
}
