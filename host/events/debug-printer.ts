import { subscribe } from "node:diagnostics_channel";
import { debuglog } from "node:util";
import { CHANNELS } from "./channels.ts";
import { describeEvent } from "./describe-event.ts";
import type { HostEvent } from "./events.ts";

const log = debuglog("isocell");
let installed = false;

/** With `NODE_DEBUG=isocell`, prints a line for each event of all hosts to standard error. Once a process. */
export function installDebugPrinter(): void {
  if (installed || !log.enabled) return;
  installed = true;
  for (const name of Object.keys(CHANNELS)) subscribe(name, print);
}

function print(event: unknown): void {
  // These channels are public: somebody else may publish on them, and what throws here ends the process.
  let line: string;
  try {
    line = describeEvent(event as HostEvent);
  } catch {
    line = "a message on a channel of isocell is no event of a host";
  }
  log("%s", line);
}
