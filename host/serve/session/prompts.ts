import type { Host } from "../../host.ts";
import { checkedBlocks } from "../results/content-blocks.ts";
import type { GetPromptRequest, GetPromptResult, ListPromptsResult, ServerSdk } from "../sdk.ts";

/** The part of a host that has prompts. */
export type PromptHost = Pick<Host, "listPrompts" | "getPrompt" | "servers">;

/** What answers a client about prompts. */
export interface ServedPrompts {
  readonly list: () => Promise<ListPromptsResult>;
  readonly get: (params: GetPromptRequest["params"]) => Promise<GetPromptResult>;
}

/** Between the name of a server, which never has one, and the server's own name of its prompt. */
const SEPARATOR = ":";
const ROLES = ["user", "assistant"] as const;

/** The prompts of the servers behind a host, as `server:name`; null where there is no server. */
export function promptsOf(host: Partial<PromptHost>, sdk: ServerSdk): ServedPrompts | null {
  if (!hasPrompts(host) || host.servers().length === 0) return null;
  return {
    list: async () => {
      const prompts = (await host.listPrompts()).map(({ server, name, arguments: values, ...about }) => {
        const given = values === undefined ? {} : { arguments: values.map((value) => ({ ...value })) };
        return { name: `${server}${SEPARATOR}${name}`, ...about, ...given };
      });
      return { prompts };
    },
    get: async ({ name, arguments: values = {} }) => {
      const at = name.indexOf(SEPARATOR);
      if (at === -1) throw sdk.invalidParams(`Unknown prompt: ${JSON.stringify(name.slice(0, 200))}.`);
      const { description, messages } = await host.getPrompt(name.slice(0, at), name.slice(at + 1), values);
      return {
        ...(description === undefined ? {} : { description }),
        messages: messages.flatMap(({ role: said, content }) => {
          const role = ROLES.find((known) => known === said);
          return role === undefined ? [] : checkedBlocks([content], sdk).map((block) => ({ role, content: block }));
        }),
      };
    },
  };
}

function hasPrompts(host: Partial<PromptHost>): host is PromptHost {
  return host.listPrompts !== undefined && host.getPrompt !== undefined && host.servers !== undefined;
}
