/** A function, as the Responses API takes it. */
export interface OpenAiFunction {
  type: "function";
  name: string;
  description: string;
  strict: false;
  defer_loading?: true;
  parameters: { [keyword: string]: unknown };
}

/** A tool of free text, as the Responses API takes it. */
export interface OpenAiCustom {
  type: "custom";
  name: string;
  description: string;
  format?: { type: "grammar"; syntax: "lark" | "regex"; definition: string };
}

/** Tools under one name, as the Responses API takes them. */
export interface OpenAiNamespace {
  type: "namespace";
  name: string;
  description: string;
  tools: (OpenAiFunction | OpenAiCustom)[];
}

/** The search for tools that the client answers, as the Responses API takes it. */
export interface OpenAiToolSearch {
  type: "tool_search";
  execution: "client";
  description: string;
  parameters: { [keyword: string]: unknown };
}

/** The Responses API's own search of the web. */
export interface OpenAiWebSearch {
  type: "web_search";
  external_web_access?: boolean;
  filters?: { allowed_domains?: string[] };
  user_location?: { type: "approximate"; city?: string; country?: string; region?: string; timezone?: string };
  search_context_size?: "low" | "medium" | "high";
}

/** The Responses API's own images. */
export interface OpenAiImageGeneration {
  type: "image_generation";
  output_format?: "png" | "webp" | "jpeg";
}

/** An entry of `tools`. Keys stand in the order in which they are sent. */
export type OpenAiTool =
  | OpenAiFunction
  | OpenAiCustom
  | OpenAiNamespace
  | OpenAiToolSearch
  | OpenAiWebSearch
  | OpenAiImageGeneration;

/** The input item that shows tools to models that take no `tools`. It is to be the first one. */
export interface OpenAiAdditionalTools {
  type: "additional_tools";
  role: "developer";
  tools: OpenAiTool[];
}

/** An entry of `tools`, as the Chat Completions API takes it. */
export type OpenAiChatTool =
  | {
      type: "function";
      function: { name: string; description: string; strict: false; parameters: { [keyword: string]: unknown } };
    }
  | {
      type: "custom";
      custom: {
        name: string;
        description: string;
        format?: { type: "grammar"; grammar: { syntax: "lark" | "regex"; definition: string } };
      };
    };
