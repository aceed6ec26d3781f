const REFERENCE = /\$\{([^}]*)\}/g;

/** Replaces `${NAME}` in the values of `env`; a variable that is not set is a problem, not an empty text. */
export function expandEnvironment(
  env: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string | undefined>>,
  where: string,
): { readonly env: Record<string, string>; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const expanded = Object.entries(env).map(([key, value]) => {
    const text = value.replace(REFERENCE, (whole, name: string) => {
      const replacement = variables[name];
      if (replacement !== undefined) return replacement;
      problems.push(
        `${where}.${key}: the environment variable ${name === "" ? whole : name} is not set; set it, or write its value`,
      );
      return "";
    });
    return [key, text] as const;
  });
  return { env: Object.fromEntries(expanded), problems };
}
