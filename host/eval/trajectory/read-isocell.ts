import { IsocellError } from "../../../protocol/index.ts";
import { approximateTokens, own } from "../../../tools/index.ts";
import { CallList, callEnd } from "./call-list.ts";
import { Account, numberIn, readEvents, textIn } from "./event-reader.ts";
import type { FileEvent } from "./event-reader.ts";
import { TRAJECTORY_FORMAT } from "./format.ts";
import { resultData } from "./result-data.ts";
import { END_REASONS, ORIGINS } from "./trajectory.ts";
import type { Trajectory } from "./trajectory.ts";

/** Reads a trajectory in our own form. @throws {IsocellError} `invalid_options` for one of a newer version. */
export async function readIsocell(chunks: AsyncIterable<Buffer>): Promise<Trajectory> {
  const account = new Account();
  const builder = new TrajectoryBuilder(account);
  for await (const event of readEvents(chunks, account)) builder.add(event);
  return builder.trajectory();
}

/** Puts a trajectory together from its lines. */
class TrajectoryBuilder {
  readonly #account: Account;
  readonly #calls: CallList = new CallList();
  #head: Pick<Trajectory, "origin" | "model"> = { origin: "unknown" };
  #answer: string | null = null;
  #end: Trajectory["end"] = null;
  #usage: Trajectory["usage"] = null;
  #rounds = 0;
  #ms: number | null = null;

  constructor(account: Account) {
    this.#account = account;
  }

  add(event: FileEvent): void {
    const problem = this.#take(event);
    if (problem !== null) this.#account.skip(event.number, problem);
  }

  trajectory(): Trajectory {
    return {
      ...this.#head,
      calls: this.#calls.calls(),
      answer: this.#answer,
      end: this.#end,
      usage: this.#usage,
      rounds: this.#rounds === 0 ? null : this.#rounds,
      ms: this.#ms,
      reading: this.#account.reading(),
    };
  }

  /** What is wrong with the event; null when it was taken. */
  #take({ type, body }: FileEvent): string | null {
    switch (type) {
      case "trajectory/header":
        return this.#header(body);
      case "round":
        this.#rounds += 1;
        return null;
      case "message": {
        const text = textIn(body, "text");
        if (text === undefined) return "its text is missing";
        this.#answer = text;
        return null;
      }
      case "call":
        return this.#call(body);
      case "result":
        return this.#result(body);
      case "usage": {
        const [inputTokens, outputTokens] = [numberIn(body, "inputTokens"), numberIn(body, "outputTokens")];
        if (inputTokens === undefined || outputTokens === undefined) return "inputTokens or outputTokens is missing";
        const { inputTokens: input, outputTokens: output } = this.#usage ?? { inputTokens: 0, outputTokens: 0 };
        this.#usage = { inputTokens: input + inputTokens, outputTokens: output + outputTokens };
        return null;
      }
      case "end": {
        const reason = END_REASONS.find((known) => known === own(body, "reason"));
        if (reason === undefined) return `its reason is none of ${END_REASONS.join(", ")}`;
        const message = textIn(body, "message");
        this.#end = { reason, ...(message === undefined ? {} : { message }) };
        this.#ms = numberIn(body, "ms") ?? null;
        return null;
      }
      default:
        this.#account.unknown(type);
        return null;
    }
  }

  #header(body: FileEvent["body"]): string | null {
    const format = numberIn(body, "format");
    if (format === undefined) return "its format is missing";
    if (format > TRAJECTORY_FORMAT) {
      throw new IsocellError(
        "invalid_options",
        `This trajectory has format ${format}; this version of isocell reads up to ${TRAJECTORY_FORMAT}.`,
      );
    }
    const origin = ORIGINS.find((known) => known === own(body, "origin")) ?? "unknown";
    const model = textIn(body, "model");
    this.#head = { origin, ...(model === undefined ? {} : { model }) };
    return null;
  }

  #call(body: FileEvent["body"]): string | null {
    const [id, name] = [textIn(body, "id"), textIn(body, "name")];
    if (id === undefined || name === undefined) return "its id or its name is missing";
    const given = own(body, "arguments");
    const begun = this.#calls.begin({
      id,
      kind: "tool",
      namespace: textIn(body, "namespace") ?? "",
      name,
      nested: own(body, "nested") === true,
      ...(given === undefined ? {} : { arguments: given }),
    });
    return begun ? null : "there are too many calls before it";
  }

  #result(body: FileEvent["body"]): string | null {
    const [id, ok] = [textIn(body, "id"), own(body, "ok")];
    if (id === undefined || typeof ok !== "boolean") return "its id or ok is missing";
    const [value, text, ms] = [own(body, "value"), textIn(body, "text"), numberIn(body, "ms")];
    const known = value ?? text;
    const result = known === undefined ? undefined : resultData(known);
    const tokens = numberIn(body, "tokens") ?? (text === undefined ? result?.tokens : approximateTokens(text));
    const failed = !ok || result?.failed === true;
    // A cut text is no data that a matcher could be right about.
    const cut = numberIn(body, "tokens") !== undefined && value === undefined;
    const taken = this.#calls.end(
      id,
      failed
        ? callEnd("failed", { error: text ?? result?.text ?? "", tokens, ms })
        : callEnd("ok", { result: cut ? undefined : result?.data, tokens, ms }),
    );
    return taken ? null : `there is no open call with the id ${JSON.stringify(id.slice(0, 60))}`;
  }
}
