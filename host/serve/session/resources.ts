import type { Host } from "../../host.ts";
import type { ListResourcesResult, ListResourceTemplatesResult, ReadResourceResult, ServerSdk } from "../sdk.ts";

/** The part of a host that has resources. */
export type ResourceHost = Pick<Host, "listResources" | "listResourceTemplates" | "readResource" | "servers">;

/** What answers a client about resources. */
export interface ServedResources {
  readonly list: () => Promise<ListResourcesResult>;
  readonly templates: () => Promise<ListResourceTemplatesResult>;
  readonly read: (uri: string) => Promise<ReadResourceResult>;
}

const SHOWN = 200;

/**
 * The resources of the servers behind a host, at their own addresses: results of tools link to those. Null where there is
 * no server. Where two servers have the same address, the first by name has it.
 */
export function resourcesOf(host: Partial<ResourceHost>, sdk: ServerSdk): ServedResources | null {
  if (!hasResources(host) || host.servers().length === 0) return null;
  /** Which server said last that it has what is at an address; null before any was asked. */
  let owners: ReadonlyMap<string, string> | null = null;
  const list = async (): Promise<ListResourcesResult> => {
    const found = new Map<string, string>();
    const first = (await host.listResources()).filter(({ uri, server }) => {
      if (found.has(uri)) return false;
      found.set(uri, server);
      return true;
    });
    owners = found;
    return { resources: sdk.checkedResources(first.map(withoutServer)) };
  };
  return {
    list,
    templates: async () => ({
      resourceTemplates: sdk.checkedTemplates((await host.listResourceTemplates()).map(withoutServer)),
    }),
    read: async (uri) => {
      if (owners === null) await list();
      const owner = owners?.get(uri);
      // What no list names may be one of a template's, or something that a result linked to: whoever has it answers.
      const asked = owner === undefined ? host.servers().map(({ server }) => server) : [owner];
      const reasons: string[] = [];
      for (const server of asked) {
        try {
          const contents = sdk.checkedContents(await host.readResource(server, uri));
          if (contents !== null) return { contents };
          reasons.push(`the server ${server} answered with what is no contents of a resource`);
        } catch (error) {
          reasons.push(error instanceof Error ? error.message : String(error));
        }
      }
      const text = `No server can read the resource ${JSON.stringify(uri.slice(0, SHOWN))}:`;
      throw sdk.unknownResource([text, ...reasons.map((reason) => `- ${reason}`)].join("\n"), uri);
    },
  };
}

function withoutServer<T extends { readonly server: string }>({ server: _, ...entry }: T): Omit<T, "server"> {
  return entry;
}

function hasResources(host: Partial<ResourceHost>): host is ResourceHost {
  const { listResources, listResourceTemplates, readResource, servers } = host;
  return [listResources, listResourceTemplates, readResource, servers].every((method) => method !== undefined);
}
