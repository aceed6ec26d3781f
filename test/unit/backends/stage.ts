import { createHost, defineTool } from "../../../host/index.ts";
import type { FunctionHook, Host, HostEvent, HostOptions, Session, Step } from "../../../host/index.ts";
import type { ContentItem, ToolExecutor } from "../../../tools/index.ts";
import { onTestFinished } from "vitest";
import { echo } from "../../support/test-host.ts";

export const PIXEL = "data:image/png;base64,iVBORw0KGgo=";
export const SOUND = "data:audio/wav;base64,UklGRg==";

/** Fails with its message. */
export const failing: ToolExecutor = defineTool({
  name: "fail",
  handler: () => {
    throw new Error("no luck");
  },
});

/** Answers with these items. */
export function showing(...content: ContentItem[]): ToolExecutor {
  const { name, namespace, kind, spec, exposure, parallel } = defineTool({ name: "show", handler: () => null });
  const handle: ToolExecutor["handle"] = async () => ({ value: null, output: { content, success: true } });
  return { name, namespace, kind, spec, exposure, parallel, handle };
}

/** A tool of free text that answers with it in capitals. */
const shout: ToolExecutor = defineTool({
  name: "shout",
  namespace: "voice",
  kind: "custom",
  description: "Says it louder.",
  grammar: { syntax: "regex", definition: "[a-z ]+" },
  handler: (text) => text.toUpperCase(),
});

/** A tool that only a search finds, with a name that no API takes. */
export const deferred: ToolExecutor = defineTool({
  name: "send letter",
  namespace: "post",
  description: "Sends a letter by post.",
  exposure: "deferred",
  handler: () => "sent",
});

/** A hook that has a word for the model after each call of `echo`. */
export const noting: FunctionHook = {
  after: ({ name }) => (name === "echo" ? { context: "echo was used" } : {}),
};

/** What tests of a backend stand on. */
export interface Stage {
  readonly host: Host;
  readonly session: Session;
  readonly step: Step;
  readonly events: readonly HostEvent[];
}

/** A host that is closed when the test ends, with a session and its first step. */
export async function stage(options: HostOptions = {}): Promise<Stage> {
  const events: HostEvent[] = [];
  const host = await createHost({
    tools: [echo, failing, shout],
    pool: { processes: 1 },
    onEvent: (event) => events.push(event),
    ...options,
  });
  onTestFinished(() => host.close());
  const session = host.openSession();
  return { host, session, step: await session.step(), events };
}
