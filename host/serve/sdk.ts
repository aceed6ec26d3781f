// The one file that imports the server side of the MCP SDK, and only when something is served.
import type { Readable, Writable } from "node:stream";
import type { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type {
  CallToolRequest,
  CallToolResult,
  ContentBlock,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
  GetPromptRequest,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  LoggingLevel,
  ReadResourceResult,
  ServerNotification,
  ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";

export type { CallToolRequest, CallToolResult, ContentBlock, ElicitResult, ListToolsResult, LoggingLevel };
export type { GetPromptRequest, GetPromptResult, ListPromptsResult };
export type { ListResourcesResult, ListResourceTemplatesResult, ReadResourceResult };
export type { ElicitRequestFormParams as ElicitForm };
export type { StreamableHTTPServerTransport, Transport };

/** What a handler is given besides its request. */
export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The server's end of one connection. */
export interface Connection {
  readonly connect: (transport: Transport) => Promise<void>;
  /** Sends what belongs to no request. Rejects when the client is gone. */
  readonly notify: (notification: ServerNotification) => Promise<void>;
  /** What the client says it can ask its user; null before it has said anything. */
  readonly asks: () => { readonly form: boolean; readonly url: boolean } | null;
  /**
   * Asks its user. Rejects when the client is gone, answers what the form does not allow, or the signal fires.
   *
   * @param during the request on whose stream the question goes out; absent: on the client's own.
   */
  readonly ask: (
    question: ElicitRequestFormParams | ElicitRequestURLParams,
    signal: AbortSignal,
    during?: string | number,
  ) => Promise<ElicitResult>;
  readonly close: () => Promise<void>;
}

/** Somebody is asked for as long as the call may wait, which is for others to say. */
const NO_TIMEOUT_MS = 2_147_483_647;

/** The protocol's own code, which the SDK has no name for. */
const RESOURCE_NOT_FOUND = -32_002;

/** What a client session answers. */
interface RequestHandlers {
  readonly listTools: (extra: RequestExtra) => Promise<ListToolsResult>;
  readonly callTool: (params: CallToolRequest["params"], extra: RequestExtra) => Promise<CallToolResult>;
  readonly setLevel: (level: LoggingLevel) => void;
  /** Null: the client is told that there are none. */
  readonly prompts: {
    readonly list: () => Promise<ListPromptsResult>;
    readonly get: (params: GetPromptRequest["params"]) => Promise<GetPromptResult>;
  } | null;
  /** The same. */
  readonly resources: {
    readonly list: () => Promise<ListResourcesResult>;
    readonly templates: () => Promise<ListResourceTemplatesResult>;
    readonly read: (uri: string) => Promise<ReadResourceResult>;
  } | null;
  /** The connection is gone, whoever closed it. */
  readonly closed: () => void;
}

/** What this package uses of the SDK's server side at run time. */
export interface ServerSdk {
  readonly newConnection: (version: string, instructions: string, handlers: RequestHandlers) => Connection;
  readonly newStdioTransport: (input: Readable, output: Writable, maxBytes: number) => StdioServerTransport;
  readonly newHttpTransport: (options: {
    readonly newId: () => string;
    readonly onOpened: (id: string) => void;
  }) => StreamableHTTPServerTransport;
  /** Whether a value is a content block as clients accept it. */
  readonly isContentBlock: (value: unknown) => value is ContentBlock;
  /** The entries of a list that are as clients accept them. */
  readonly checkedResources: (entries: readonly unknown[]) => ListResourcesResult["resources"];
  readonly checkedTemplates: (entries: readonly unknown[]) => ListResourceTemplatesResult["resourceTemplates"];
  /** The contents of a resource, or null where they are not as clients accept them. */
  readonly checkedContents: (contents: readonly unknown[]) => ReadResourceResult["contents"] | null;
  readonly isInitialize: (value: unknown) => boolean;
  /** An error that is answered as one of the protocol: the parameters name nothing that is there. */
  readonly invalidParams: (message: string) => Error;
  /** The same for an address that no server knows. */
  readonly unknownResource: (message: string, uri: string) => Error;
}

/** Loads the SDK. */
export async function loadServerSdk(): Promise<ServerSdk> {
  const [server, stdio, http, types] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/index.js"),
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("@modelcontextprotocol/sdk/server/streamableHttp.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  return {
    newConnection: (version, instructions, { listTools, callTool, setLevel, prompts, resources, closed }) => {
      const info = { name: "isocell", title: "isocell", version };
      const capabilities = {
        tools: { listChanged: true },
        logging: {},
        ...(prompts === null ? {} : { prompts: {} }),
        ...(resources === null ? {} : { resources: {} }),
      };
      // oxlint-disable-next-line typescript/no-deprecated -- the other class knows its tools beforehand and validates by them
      const made = new server.Server(info, { capabilities, instructions });
      made.setRequestHandler(types.ListToolsRequestSchema, (_request, extra) => listTools(extra));
      made.setRequestHandler(types.CallToolRequestSchema, ({ params }, extra) => callTool(params, extra));
      made.setRequestHandler(types.SetLevelRequestSchema, ({ params }) => {
        setLevel(params.level);
        return {};
      });
      if (prompts !== null) {
        made.setRequestHandler(types.ListPromptsRequestSchema, () => prompts.list());
        made.setRequestHandler(types.GetPromptRequestSchema, ({ params }) => prompts.get(params));
      }
      if (resources !== null) {
        made.setRequestHandler(types.ListResourcesRequestSchema, () => resources.list());
        made.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => resources.templates());
        made.setRequestHandler(types.ReadResourceRequestSchema, ({ params }) => resources.read(params.uri));
      }
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
      made.onclose = closed;
      return {
        connect: (transport) => made.connect(transport),
        notify: (notification) => made.notification(notification),
        asks: () => {
          const said = made.getClientCapabilities();
          if (said === undefined) return null;
          return { form: said.elicitation?.form !== undefined, url: said.elicitation?.url !== undefined };
        },
        ask: (question, signal, during) => {
          const related = during === undefined ? {} : { relatedRequestId: during };
          return made.elicitInput(question, { signal, timeout: NO_TIMEOUT_MS, ...related });
        },
        close: () => made.close(),
      };
    },
    newStdioTransport: (input, output, maxBytes) =>
      new stdio.StdioServerTransport(input, output, { maxBufferSize: maxBytes }),
    newHttpTransport: ({ newId, onOpened }) =>
      new http.StreamableHTTPServerTransport({ sessionIdGenerator: newId, onsessioninitialized: onOpened }),
    isContentBlock: (value): value is ContentBlock => types.ContentBlockSchema.safeParse(value).success,
    checkedResources: (entries) => entries.flatMap((entry) => types.ResourceSchema.safeParse(entry).data ?? []),
    checkedTemplates: (entries) => entries.flatMap((entry) => types.ResourceTemplateSchema.safeParse(entry).data ?? []),
    checkedContents: (contents) => types.ReadResourceResultSchema.safeParse({ contents }).data?.contents ?? null,
    isInitialize: types.isInitializeRequest,
    // Not the SDK's own class: it puts its code into the message, and clients do so once more.
    invalidParams: (message) => Object.assign(new Error(message), { code: types.ErrorCode.InvalidParams }),
    unknownResource: (message, uri) => Object.assign(new Error(message), { code: RESOURCE_NOT_FOUND, data: { uri } }),
  };
}
