/** What a lane needs to come up and never again: loading native code, and starting threads. */
const NEEDED_TO_START = ["addon", "worker"];

/**
 * Gives up what this thread no longer needs of the rights that the host has given to its process: a script that has got out
 * of its isolate has the rights of this thread. Versions of Node.js that cannot take rights away keep them.
 */
export function giveUpRights(): void {
  // Node's types know only the newest version.
  const permission = process.permission as Partial<NodeJS.ProcessPermission> | undefined;
  for (const right of NEEDED_TO_START) permission?.drop?.(right);
}
