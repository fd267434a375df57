import type { ToolDefinition } from "@roo-code/types";
import { canonicalJson } from "../catalog/canonical-json.ts";
import type { Catalog, CatalogTool } from "../catalog/catalog.ts";
import { definitionFor } from "../catalog/tool-definition.ts";
import { foldedName, toolNames } from "../catalog/tool-names.ts";
import type { Server } from "../server/server.ts";

/** A tool by the name that models know it by. */
export interface OfferedTool {
  readonly server: string;
  readonly tool: string;
  readonly definition: ToolDefinition;
}

/** More than this is not told in advance: it would cost every request. */
const maxTools = 40;
const maxTokens = 8_000;
const charactersPerToken = 3.5;

/** All tools that are known, by their names for models. */
export function namedTools(servers: readonly Server[]): Map<string, OfferedTool> {
  const known = servers.flatMap((server) =>
    (server.catalog?.tools ?? []).map((tool) => ({ server: server.name, tool: tool.name, offered: tool })),
  );
  const names = toolNames<{ server: string; tool: string; offered: CatalogTool }>(known);
  return new Map(
    [...names].map(([name, { server, tool, offered }]) => [
      name,
      { server, tool, definition: definitionFor(name, server, offered) },
    ]),
  );
}

/** The tools that are told in advance: all that are known, or none where these are too many. */
export function toldInAdvance(tools: ReadonlyMap<string, OfferedTool>): OfferedTool[] {
  const all = [...tools.values()];
  const characters = all.reduce((sum, { definition }) => sum + JSON.stringify(definition).length, 0);
  return all.length <= maxTools && characters / charactersPerToken <= maxTokens ? all : [];
}

/** A tool by whatever spelling of its name. */
export function findNamed(tools: ReadonlyMap<string, OfferedTool>, name: string): OfferedTool | undefined {
  const folded = foldedName(name);
  return tools.get(name) ?? [...tools].find(([known]) => foldedName(known) === folded)?.[1];
}

const maxNames = 8;

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
  const names = tools.slice(0, maxNames).map(({ name }) => name);
  return tools.length > maxNames ? `${names.join(", ")}, …` : names.join(", ");
}
