import { IsocellError } from "../../../protocol/index.ts";

/** An error that names all that is wrong with a suite. */
export function refused(file: string, problems: readonly string[], cause?: unknown): IsocellError {
  const sentences = problems.map((problem) => (/[.?]$/.test(problem) ? problem : `${problem}.`));
  const text = sentences.length === 1 ? ` ${sentences[0]}` : sentences.map((sentence) => `\n  ${sentence}`).join("");
  return new IsocellError("invalid_config", `${file}:${text}`, {
    data: { file, problems },
    ...(cause === undefined ? {} : { cause }),
  });
}
