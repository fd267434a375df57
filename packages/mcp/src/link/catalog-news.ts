import { canonicalJson } from "../catalog/canonical-json.ts";
import type { Catalog } from "../catalog/catalog.ts";

const mostNames = 8;

/** What a model should hear when a server offers something else than before; undefined when that is the same. */
export function catalogNews(
  server: string,
  before: Catalog | undefined,
  after: Catalog | undefined,
): string | undefined {
  if (!after) return before && `The MCP server ${server} is no longer there.`;
  if (!before) {
    const offers = after.tools.length === 0 ? "no tools" : `${after.tools.length} tools: ${listed(after.tools)}`;
    return `The MCP server ${server} is there now, with ${offers}.`;
  }
  const old = new Map(before.tools.map((tool) => [tool.name, canonicalJson(tool)]));
  const added = after.tools.filter(({ name }) => !old.has(name));
  const changed = after.tools.filter((tool) => old.has(tool.name) && old.get(tool.name) !== canonicalJson(tool));
  const names = new Set(after.tools.map(({ name }) => name));
  const removed = before.tools.filter(({ name }) => !names.has(name));
  const parts = [
    added.length > 0 && `new: ${listed(added)}`,
    changed.length > 0 && `changed: ${listed(changed)}`,
    removed.length > 0 && `gone: ${listed(removed)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : `The tools of the MCP server ${server} are others now; ${parts.join("; ")}.`;
}

function listed(tools: readonly { readonly name: string }[]): string {
  const names = tools.slice(0, mostNames).map(({ name }) => name);
  return tools.length > mostNames ? `${names.join(", ")}, …` : names.join(", ");
}
