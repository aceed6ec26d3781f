import { IsocellError } from "../../../../protocol/index.ts";
import type { CallContext, ToolExecutor } from "../../../../tools/index.ts";
import { tool } from "./stand-ins.ts";

export const CONTEXT: CallContext = {
  signal: new AbortController().signal,
  callId: "1",
  source: { kind: "direct" },
  attempt: 1,
  unconfined: false,
  reportProgress: () => undefined,
};

export function errorOf(make: () => unknown): { code: string; message: string } {
  try {
    make();
  } catch (error) {
    if (error instanceof IsocellError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("nothing was thrown");
}

export function withDescription(name: string, namespace: string, namespaceDescription: string): ToolExecutor {
  return { ...tool(name, namespace), namespaceDescription };
}
