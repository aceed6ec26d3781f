export { forChatCompletions } from "./chat.ts";
export type { ChatOptions, ChatStep } from "./chat.ts";
export { forResponses } from "./responses.ts";
export type { ResponsesOptions, ResponsesStep, ResponsesTurn } from "./responses.ts";
export type { AnswerOptions } from "../response-calls.ts";
