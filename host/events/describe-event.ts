import { displayName } from "./display-name.ts";
import type { HostEvent } from "./events.ts";
import { visible } from "./visible.ts";

/** An event as one line for people. Names, ids and messages come from models and servers: control characters are shown. */
export function describeEvent(event: HostEvent): string {
  switch (event.type) {
    case "tool/dropped":
      return `tool ${toolName(event)} of ${visible(event.source)} dropped: ${visible(event.reason)}`;
    case "tools/changed":
      return `tools of ${visible(event.source)} changed`;
    case "server/ready":
      return `server ${visible(event.server)} ready: ${event.tools} tools, ${ms(event.ms)}`;
    case "server/failed": {
      const next = event.retryMs === null ? "" : `, tried again in ${ms(event.retryMs)}`;
      return `server ${visible(event.server)} failed (${event.during})${next}: ${visible(event.message)}`;
    }
    case "server/log": {
      const from = event.logger === undefined ? "" : ` ${visible(event.logger)}`;
      return `server ${visible(event.server)} says (${visible(event.level)}${from}): ${visible(event.message)}`;
    }
    case "server/elicitation":
      return `server ${visible(event.server)} asked (${event.kind}): ${event.action}, ${ms(event.ms)}${after(event.detail)}`;
    case "step/planned":
      return `${session(event)} step ${visible(event.stepId)} planned: ${event.tools} tools, ${event.listed} listed, ${ms(event.ms)}`;
    case "cell/begin":
      return `${session(event)} cell ${visible(event.cellId)} begins: ${event.sourceBytes} bytes of source`;
    case "cell/end": {
      const code = event.code === undefined ? "" : ` (${visible(event.code)})`;
      return `${session(event)} cell ${visible(event.cellId)} ${event.status}${code}: ${event.calls} calls, ${ms(event.cpuMs)} CPU`;
    }
    case "call/begin":
      return `${call(event)} begins: ${origin(event)}, ${event.exposure ?? "unknown tool"}, ${event.inputBytes} bytes in`;
    case "call/end": {
      const attempts = event.attempts > 1 ? `, ${event.attempts} attempts` : "";
      const figures = `${ms(event.handlerMs)} handler, ${ms(event.gateMs)} gate${attempts}, ${event.outputBytes} bytes out`;
      return `${call(event)} ${event.outcome}: ${figures}${after(event.message)}`;
    }
    case "call/progress": {
      const of = event.total === undefined ? "" : ` of ${String(event.total)}`;
      return `${call(event)} progress: ${String(event.progress)}${of}${after(event.message)}`;
    }
    case "call/bad-result":
      return `${call(event)} answered with a bad result: ${visible(event.problem)}`;
    case "hook/run":
      return `${call(event)} hook ${visible(event.hook)} ${event.event}: ${event.decision}, ${ms(event.ms)}${after(event.detail)}`;
    case "approval/decided":
      return `${call(event)} approval: ${event.answer} by ${event.by}, ${ms(event.ms)}`;
  }
}

function session({ sessionId }: { readonly sessionId: string }): string {
  return `session ${visible(sessionId)}`;
}

function call(event: Extract<HostEvent, { readonly callId: string }>): string {
  return `${session(event)} call ${visible(event.callId)} ${toolName(event)}`;
}

function origin({ source }: Extract<HostEvent, { readonly callId: string }>): string {
  if (source.kind === "direct") return "direct";
  const where = source.site === undefined ? "" : ` line ${source.site.line}`;
  return `cell ${visible(source.cellId)}${where}`;
}

function toolName({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return visible(displayName(namespace, name));
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function after(text: string | undefined): string {
  return text === undefined ? "" : `: ${visible(text)}`;
}
