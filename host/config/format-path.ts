const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A path as it would be written in JavaScript: `mcpServers.files.args[0]`; empty for the whole. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (IDENTIFIER.test(String(key))) text += text === "" ? String(key) : `.${String(key)}`;
    else text += `[${JSON.stringify(String(key))}]`;
  }
  return text;
}
