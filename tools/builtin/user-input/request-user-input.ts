import { debuglog } from "node:util";
import { list, nullable, record, struct, text } from "../../arguments/readers.ts";
import type { Reader } from "../../arguments/readers.ts";
import type { CallContext, ToolExecutor } from "../../contract/executor.ts";
import { askHost, readAnswer } from "../callbacks/ask-host.ts";
import type { BuiltinCallbacks, UserAnswers, UserQuestion } from "../callbacks/callbacks.ts";
import { hostTool, ModelMistake } from "../callbacks/host-tool.ts";

const log = debuglog("isocell");

const OPTION = struct("RequestUserInputQuestionOption", { label: text, description: text });
const QUESTION = struct("RequestUserInputQuestion", {
  id: text,
  header: text,
  question: text,
  options: nullable(list(OPTION)),
});
const ARGUMENTS = struct("RequestUserInputArgs", { questions: list(QUESTION) });
const ANSWERS: Reader<UserAnswers> = struct("answers", {
  answers: record(struct("answer", { answers: list(text) })),
});
const NONE: UserAnswers = { answers: {} };

type Asked = ReturnType<typeof ARGUMENTS>;

/**
 * `request_user_input`: the model asks, the user answers with an option or with words of their own. For the model alone: a
 * script would stand still meanwhile. Whoever asks the user may fail, which counts as no answers.
 *
 * @param mode the collaboration mode in force; in `default` the tool is not available. Absent: there are no modes.
 */
export function createRequestUserInputTool(
  ask: NonNullable<BuiltinCallbacks["requestUserInput"]>,
  mode?: BuiltinCallbacks["collaborationMode"],
): ToolExecutor {
  return hostTool<Asked>({
    name: "request_user_input",
    description: `Asks the user one to three short questions and waits for the answers.${
      mode === undefined ? "" : " Available in Plan mode only."
    } Offer two or three options for each; the user may answer something else, too.`,
    parameters: { questions: { type: "array", items: QUESTION_SCHEMA } },
    required: ["questions"],
    exposure: "direct-model-only",
    read: ARGUMENTS,
    ...(mode === undefined ? {} : { unavailable: () => unavailableIn(mode) }),
    handle: async ({ questions }, context) => {
      const asked = questions.map((question): UserQuestion => {
        const { id, header, question: words, options = [] } = question;
        if (options.length === 0) {
          throw new ModelMistake("request_user_input requires non-empty options for every question");
        }
        return { id, header, question: words, isOther: true, isSecret: false, options };
      });
      const value = await answersOf(ask, asked, context);
      return { value };
    },
  });
}

const QUESTION_SCHEMA = {
  type: "object",
  properties: {
    id: { type: "string", description: "Names the question in the answer; snake_case." },
    header: { type: "string", description: "One or two words to show above it." },
    question: { type: "string", description: "The question, in one sentence." },
    options: {
      type: "array",
      description: "What the user can choose from. The one you recommend comes first. None for `other`: it is added.",
      items: {
        type: "object",
        properties: {
          label: { type: "string", description: "One to five words." },
          description: { type: "string", description: "What choosing it means, in one sentence." },
        },
        required: ["label", "description"],
        additionalProperties: false,
      },
    },
  },
  required: ["id", "header", "question", "options"],
  additionalProperties: false,
};

async function answersOf(
  ask: NonNullable<BuiltinCallbacks["requestUserInput"]>,
  asked: readonly UserQuestion[],
  context: CallContext,
): Promise<UserAnswers> {
  try {
    return readAnswer(await askHost(ask, asked, context), ANSWERS);
  } catch (error) {
    context.signal.throwIfAborted();
    log("the callback of request_user_input failed: %s", error instanceof Error ? error.message : typeof error);
    return NONE;
  }
}

/** A host that cannot tell its mode is not in plan mode. */
function unavailableIn(mode: NonNullable<BuiltinCallbacks["collaborationMode"]>): string | null {
  let current: string;
  try {
    current = mode();
  } catch {
    current = "default";
  }
  return current === "plan" ? null : "request_user_input is unavailable in Default mode";
}
