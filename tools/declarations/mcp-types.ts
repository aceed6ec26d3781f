/**
 * The types that `CallToolResult<T>` in declarations stands for, after the schema of the Model Context Protocol
 * (https://modelcontextprotocol.io/specification/2025-06-18/schema). To be shown once where a declaration uses them.
 */
export const MCP_TYPES_PREAMBLE: string = `Shared MCP Types:
\`\`\`ts
type Role = "user" | "assistant";
type MetaObject = { [key: string]: unknown };
type Annotations = { audience?: Role[]; priority?: number; lastModified?: string };
type Icon = { src: string; mimeType?: string; sizes?: string[]; theme?: "light" | "dark" };
type TextResourceContents = { uri: string; mimeType?: string; _meta?: MetaObject; text: string };
type BlobResourceContents = { uri: string; mimeType?: string; _meta?: MetaObject; blob: string };
type TextContent = { type: "text"; text: string; annotations?: Annotations; _meta?: MetaObject };
type ImageContent = { type: "image"; data: string; mimeType: string; annotations?: Annotations; _meta?: MetaObject };
type AudioContent = { type: "audio"; data: string; mimeType: string; annotations?: Annotations; _meta?: MetaObject };
type ResourceLink = {
  type: "resource_link"; uri: string; name: string; title?: string; description?: string; mimeType?: string;
  size?: number; icons?: Icon[]; annotations?: Annotations; _meta?: MetaObject;
};
type EmbeddedResource = {
  type: "resource"; resource: TextResourceContents | BlobResourceContents;
  annotations?: Annotations; _meta?: MetaObject;
};
type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;
type CallToolResult<TStructured = { [key: string]: unknown }> = {
  content: ContentBlock[]; structuredContent?: TStructured; isError?: boolean; _meta?: MetaObject;
};
\`\`\``;
