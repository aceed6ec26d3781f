import { describe, expect, test } from "vitest";
import type { UserAnswers, UserQuestion } from "../../../../host/index.ts";
import { specCases } from "../../tools/spec-cases.ts";
import { stepWith, textOf } from "./call.ts";

interface Input {
  readonly call?: string;
  readonly questions?: readonly unknown[];
  readonly clientAnswers?: object;
}
interface Expected {
  readonly body?: string;
  readonly output?: string;
  readonly sentToClient?: readonly UserQuestion[];
}

const cases = specCases<Input, Expected>("small-tools-cases.json");
const plans = cases.filter(({ id }) => id.startsWith("small_tools/update_plan:"));
const questions = cases.filter(({ id }) => id.startsWith("small_tools/request_user_input:"));

/** The arguments behind the names of the calls. */
const PLANS: Readonly<Record<string, string>> = {
  ok: '{"explanation":"e","plan":[{"step":"a","status":"pending"}]}',
  empty: '{"plan":[]}',
  bad_status: '{"plan":[{"step":"a","status":"weird"}]}',
  no_plan: "{}",
  two_in_progress: '{"plan":[{"step":"a","status":"in_progress"},{"step":"b","status":"in_progress"}]}',
  extra_key: '{"plan":[{"step":"a","status":"pending","x":1}]}',
};

function isAnswer(answer: object): answer is UserAnswers {
  return "answers" in answer;
}

describe("As in the reference", () => {
  test.for(plans)("update_plan answers: $id", async ({ input, expected }) => {
    const step = await stepWith({ updatePlan: () => {} });
    expect(await textOf(step, "update_plan", PLANS[input.call ?? ""])).toBe(expected.body);
  });

  test.for(questions)("request_user_input answers: $id", async ({ input, expected }) => {
    const sent: UserQuestion[] = [];
    const { clientAnswers } = input;
    const step = await stepWith({
      collaborationMode: () => "plan",
      requestUserInput: (asked) => {
        sent.push(...asked);
        if (clientAnswers === undefined) throw new Error("nobody was to be asked");
        if (!isAnswer(clientAnswers)) throw new Error("the client failed");
        return clientAnswers;
      },
    });
    expect(await textOf(step, "request_user_input", { questions: input.questions })).toBe(expected.output);
    expect(JSON.stringify(sent)).toBe(JSON.stringify(expected.sentToClient ?? []));
  });

  test("all cases are answered here but those of images and of MCP resources, which belong to other tools", () => {
    const others = cases.filter((one) => !plans.includes(one) && !questions.includes(one)).map(({ id }) => id);
    expect(others.filter((id) => !/^small_tools\/(?:view_image|mcp_resource)/u.test(id))).toEqual([]);
    expect([plans.length, questions.length, others.length]).toEqual([6, 4, 18]);
  });
});
