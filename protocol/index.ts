export { CAPABILITIES, PROTOCOL_VERSION } from "./frames.ts";
export type {
  CallsFrame,
  CatalogForgetFrame,
  CatalogFrame,
  CellEvent,
  EndFrame,
  EventsFrame,
  ExecuteFrame,
  Frame,
  HelloFrame,
  HostFrame,
  PingFrame,
  PongFrame,
  ReadyFrame,
  RejectedFrame,
  ResultsFrame,
  RuntimeFrame,
  SessionCloseFrame,
  SessionOpenFrame,
  SessionStoreFrame,
  StuckFrame,
  TerminateFrame,
  WireError,
  YieldFrame,
  YieldedFrame,
} from "./frames.ts";
export { encodeFrame, encodeFrameForNow, parseHostFrame, parseRuntimeFrame, PREFIX_BYTES } from "./codec.ts";
export { FrameSplitter } from "./framing.ts";
export { Awake, AWAKE_MS } from "./awake.ts";
export { ERROR_CODES, IsocellError, isOutcomeErrorCode } from "./errors.ts";
export type { CallerErrorCode, ErrorCode, OutcomeErrorCode } from "./errors.ts";
export {
  DEFAULT_LIMITS,
  LIMIT_NAMES,
  LIMITS,
  MAX_BATCH_CALLS,
  MAX_ERROR_UNITS,
  MAX_FRAME_BYTES,
  MAX_PAYLOAD_BYTES,
} from "./limits.ts";
export type { LimitName, Limits } from "./limits.ts";
