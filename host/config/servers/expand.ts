const REFERENCE = /\$(\$?)\{([^}]*)\}/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The environment, as `process.env` is. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Replaces `${NAME}` by a variable of the environment; `${env:NAME}` is the same, `${NAME:-TEXT}` has a text for when it is
 * not set, `$${…}` stands for `${…}`. What can't be replaced is a problem, not an empty text.
 */
export function expandText(text: string, variables: Variables, report: (problem: string) => void): string {
  return text.replace(REFERENCE, (whole, escaped: string, inside: string) => {
    if (escaped !== "") return whole.slice(1);
    const reference = inside.startsWith("env:") ? inside.slice(4) : inside;
    const at = reference.indexOf(":-");
    const name = at === -1 ? reference : reference.slice(0, at);
    if (!NAME.test(name)) {
      report(problemOf(whole, inside));
      return whole;
    }
    const value = variables[name] ?? (at === -1 ? undefined : reference.slice(at + 2));
    if (value !== undefined) return value;
    report(`the environment variable ${name} is not set; set it, or write its value`);
    return "unset";
  });
}

function problemOf(whole: string, inside: string): string {
  return inside.startsWith("input:")
    ? `${whole} is asked for by an editor; put the value into an environment variable and write \${NAME}`
    : `${whole} is not the name of an environment variable; $${whole} keeps it as it is`;
}
