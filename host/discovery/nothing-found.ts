import { flatToolName, nearestNames } from "../../tools/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";
import { byNamespace } from "./deferred.ts";
import { queryTerms } from "./search/words.ts";

const MAX_QUERY_SHOWN = 100;
const MAX_NAMESPACES_SHOWN = 20;

/** What to tell of a search that found nothing: names that are near, or else where tools are. */
export function nothingFound(query: string, executors: readonly ToolExecutor[]): string {
  const shown = JSON.stringify(query.length > MAX_QUERY_SHOWN ? `${query.slice(0, MAX_QUERY_SHOWN)}…` : query);
  const empty = queryTerms(query, () => true).length === 0;
  const reason = empty
    ? `${shown} has no word to search for: words like "the" and "of" count for nothing.`
    : `No tool matches ${shown}.`;
  if (executors.length === 0) return `${reason} There is no tool to be found at present.`;
  const names = executors.map(({ namespace, name }) => flatToolName(namespace, name));
  const near = nearestNames(query, names);
  if (near.length > 0)
    return `${reason} The nearest names are ${near.join(", ")}. Search for one of them, or in other words.`;
  const namespaces = [...byNamespace(executors).keys()].filter((namespace) => namespace !== "");
  const more = namespaces.length > MAX_NAMESPACES_SHOWN ? ", …" : "";
  const where =
    namespaces.length === 0
      ? ""
      : ` There are tools in ${namespaces.slice(0, MAX_NAMESPACES_SHOWN).join(", ")}${more}.`;
  return `${reason}${where} Search for what the tool should do, in other words, or for a namespace.`;
}
