export { forMessages } from "./messages.ts";
export type { MessagesOptions, MessagesStep, MessagesTurn } from "./messages.ts";
export type { AnswerOptions } from "../response-calls.ts";
