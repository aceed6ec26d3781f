interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** A call that waits until fewer than `pendingCalls` are under way. */
interface WaitingCall extends PendingCall {
  readonly tool: number;
  readonly json: string;
  readonly site: string;
  next: WaitingCall | null;
}

const pending: Map<number, PendingCall> = new Map();
let made = 0;
let sent = 0;
let firstWaiting: WaitingCall | null = null;
let lastWaiting: WaitingCall | null = null;
let waiting = 0;

// One batch: the calls of one turn of the microtask queue, sent together when the turn is over. Lists of tools and lengths are
// only made of more than one call.
let batchTool = 0;
let batchTools = "";
let batchLengths = "";
let batchPayload = "";
let batchSites = "";
let batchCalls = 0;
/** Most calls in one batch, below MAX_BATCH_CALLS of the protocol: the host begins with them while the script makes more. */
const MAX_BATCH = 128;

const turn: Promise<unknown> = new Promise((resolve) => {
  resolve(undefined);
});
defineOwn(turn, "constructor", undefined);

function flushCalls(): void {
  const calls = batchCalls;
  if (calls === 0) return;
  const payload = batchPayload;
  const sites = batchSites;
  batchPayload = batchSites = "";
  batchCalls = 0;
  if (ended) return;
  if (calls === 1) bridge(slot, "call", batchTool, payload, sites);
  else bridge(slot, "calls", batchTools, batchLengths, payload, sites);
}

function addToBatch(tool: number, json: string, site: string, call: PendingCall): void {
  // A batch that is large leaves before the turn is over.
  if (batchCalls === MAX_BATCH || (batchCalls > 0 && (batchPayload.length + json.length) * 3 > settings.frameBytes)) {
    flushCalls();
  }
  mapSet(pending, sent++, call);
  if (batchCalls === 0) {
    batchTool = tool;
    batchSites = site;
    batchPayload = json;
    promiseThen(turn, flushCalls);
  } else {
    if (batchCalls === 1) {
      batchTools = Original.String(batchTool);
      batchLengths = Original.String(batchPayload.length);
    }
    batchTools += "," + tool;
    batchLengths += "," + json.length;
    if (site !== "") batchSites += "," + site;
    batchPayload += json;
  }
  batchCalls++;
}

function send(tool: number, json: string, site: string, { resolve, reject }: PendingCall): void {
  if (settings.pendingCalls === null || mapSize(pending) < settings.pendingCalls) {
    addToBatch(tool, json, site, { resolve, reject });
    return;
  }
  const call: WaitingCall = { resolve, reject, tool, json, site, next: null };
  if (lastWaiting === null) firstWaiting = call;
  else lastWaiting.next = call;
  lastWaiting = call;
  waiting++;
}

function sendWaiting(): void {
  while (firstWaiting !== null && mapSize(pending) < (settings.pendingCalls as number)) {
    const call = firstWaiting;
    firstWaiting = call.next;
    if (firstWaiting === null) lastWaiting = null;
    waiting--;
    addToBatch(call.tool, call.json, call.site, call);
  }
}

function unsentCalls(): number {
  return waiting;
}

/** Makes a call. An argument that is not given is sent as no argument at all. Never throws: every failure rejects. */
function callTool(tool: number, argument: unknown, helper: Function): Promise<unknown> {
  // Before anything of the prelude stands between the script and the top of the stack.
  const site = settings.callSites ? callSite(helper) : "";
  return new Original.Promise((resolve, reject) => {
    if (ended) return;
    if (settings.totalCalls !== null && made >= settings.totalCalls) {
      reject(
        limitError("too_many_calls", "This cell has made its " + settings.totalCalls + " calls (limit totalCalls)."),
      );
      return;
    }
    let json = "";
    if (argument !== undefined) {
      try {
        json = requireJson(argument, helper, "payload_too_large");
      } catch (error) {
        reject(typeof error === "string" ? toolError(error) : error);
        return;
      }
      const { payloadBytes, frameBytes } = settings;
      const limited = payloadBytes !== null && payloadBytes <= frameBytes;
      const maxBytes = limited ? payloadBytes : frameBytes;
      if (isLonger(json, maxBytes)) {
        const which = limited ? "the limit payloadBytes is " : "the most that the largest frame carries is ";
        reject(
          limitError(
            "payload_too_large",
            "The argument is " + utf8Length(json) + " bytes long as JSON, " + which + maxBytes + ".",
          ),
        );
        return;
      }
    }
    made++;
    send(tool, json, site, { resolve, reject });
  });
}

/** A failure that stands for a limit, as the host reports it in place of a text. */
interface LimitFailure {
  readonly code: string;
  readonly message: string;
}

/** Settles one call. The payload is a value, or of a failure its text or `{ code, message }`. */
function settleCall(number: number, ok: boolean, payload: string): void {
  const call = mapGet(pending, number);
  if (call === undefined) return;
  mapDelete(pending, number);
  const value: unknown = jsonParse(payload);
  if (ok) call.resolve(value);
  else if (typeof value === "string") call.reject(toolError(value));
  else call.reject(limitError((value as LimitFailure).code, (value as LimitFailure).message));
}

/** Delivers the result of one call. */
function deliverResult(number: number, ok: boolean, payload: string): void {
  settleCall(number, ok, payload);
  if (waiting > 0) sendWaiting();
}

/** Delivers results: `header` is JSON of [call, ok, length, call, …], `payload` their JSON texts joined. */
function deliverResults(header: string, payload: string): void {
  const list = jsonParse(header) as number[];
  let at = 0;
  for (let i = 0; i < list.length; i += 3) {
    const end = at + (list[i + 2] as number);
    settleCall(list[i] as number, list[i + 1] === 1, stringSlice(payload, at, end));
    at = end;
  }
  if (waiting > 0) sendWaiting();
}
