/** What a search asks for. */
export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
}

/** Tools that a search answers with unless it says otherwise. */
export const DEFAULT_SEARCH_LIMIT = 8;
const MAX_QUERY_CHARACTERS = 2_000;
const EXAMPLE = '{"query": "send email", "limit": 8}';

/** Reads the arguments of a search. Throws an Error, for the model, that says what to do instead. */
export function readSearchRequest(input: unknown): SearchRequest {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new Error(`tool_search takes an object such as ${EXAMPLE}; it was given ${shown(input)}.`);
  }
  const query = Object.hasOwn(input, "query") ? (input as { query?: unknown }).query : undefined;
  const limit = Object.hasOwn(input, "limit") ? (input as { limit?: unknown }).limit : undefined;
  if (query === undefined) {
    throw new Error(`tool_search needs \`query\`: words that say what the tool should do, as in ${EXAMPLE}.`);
  }
  if (typeof query !== "string") {
    throw new Error(`\`query\` of tool_search must be a string of search words; it was ${shown(query)}.`);
  }
  if (query.trim() === "") {
    throw new Error(
      "`query` of tool_search is empty. Give words that say what the tool should do, or a tool's name or namespace.",
    );
  }
  if (query.length > MAX_QUERY_CHARACTERS) {
    throw new Error(
      `\`query\` of tool_search has ${query.length} characters, at most ${MAX_QUERY_CHARACTERS} are searched for. Give a few words.`,
    );
  }
  if (limit !== undefined && limit !== null && !(Number.isSafeInteger(limit) && Number(limit) >= 1)) {
    throw new Error(
      `\`limit\` of tool_search must be a whole number of at least 1; it was ${shown(limit)}. Leave it out for ${DEFAULT_SEARCH_LIMIT}.`,
    );
  }
  return { query, limit: limit === undefined || limit === null ? DEFAULT_SEARCH_LIMIT : Number(limit) };
}

const MAX_SHOWN = 40;

/** A wrong value, short enough to be read. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "string") {
    return `the string ${JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value)}`;
  }
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  return value === undefined ? "nothing" : `a ${typeof value}`;
}
