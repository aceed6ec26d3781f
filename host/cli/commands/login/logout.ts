import type { Arguments } from "../../arguments.ts";
import { EXIT } from "../../exit-codes.ts";
import { findHttpServer } from "./http-server.ts";

/**
 * `isocell logout`: forgets the login at a server.
 * @throws {UsageError} for a server that there is no login for.
 */
export async function logout({ values, positionals }: Arguments): Promise<number> {
  const { name, store } = await findHttpServer(positionals[0], values["config"]);
  const had = await store.exclusively(() => store.remove());
  process.stderr.write(had ? `Logged out at ${name}.\n` : `There was no login at ${name}.\n`);
  return EXIT.completed;
}
