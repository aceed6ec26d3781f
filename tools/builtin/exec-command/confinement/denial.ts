const WRITE = /Read-only file system|Permission denied|Operation not permitted|\b(?:EROFS|EACCES|EPERM)\b/u;
const NETWORK =
  /Could not resolve host|Temporary failure in name resolution|Name or service not known|Network is unreachable|\b(?:EAI_AGAIN|ENETUNREACH|ENOTFOUND)\b/u;
const MAX_LINE = 200;

/**
 * What a confined command was most likely kept from, by what it wrote before it failed: the line that says so. Null where
 * it looks like an ordinary failure. Programs tell of a denial in many ways; this knows the texts of the system and the
 * names of its errors.
 */
export function denialIn(exitCode: number, output: string, network: boolean): string | null {
  if (exitCode === 0) return null;
  for (const line of output.split("\n")) {
    const kind = WRITE.test(line) ? "write" : !network && NETWORK.test(line) ? "network" : null;
    if (kind !== null) return `${kind} (${line.trim().slice(0, MAX_LINE)})`;
  }
  return null;
}
