import type { ToolDefinition } from "@roo-code/types";
import { canonicalJson } from "../catalog/canonical-json.ts";
import type { Catalog, CatalogTool } from "../catalog/catalog.ts";
import { definitionFor } from "../catalog/tool-definition.ts";
import { foldedName, toolNames } from "../catalog/tool-names.ts";
import type { Server } from "../server/server.ts";

/** A tool under its name for models. */
export interface OfferedTool {
  readonly server: string;
  readonly tool: string;
  readonly definition: ToolDefinition;
}

/** More than this is not offered: definitions are sent with every request. */
const maxTools = 40;
const maxTokens = 8_000;
const charactersPerToken = 3.5;

/** All known tools, by their names for models. */
export function namedTools(servers: readonly Server[]): Map<string, OfferedTool> {
  const known = servers.flatMap((server) =>
    (server.catalog?.tools ?? []).map((tool) => ({ server: server.name, tool: tool.name, entry: tool })),
  );
  const names = toolNames<{ server: string; tool: string; entry: CatalogTool }>(known);
  return new Map(
    [...names].map(([name, { server, tool, entry }]) => [
      name,
      { server, tool, definition: definitionFor(name, server, entry) },
    ]),
  );
}

/** The tools to offer with every request: all known ones, or none if they are too many. */
export function toolsToOffer(tools: ReadonlyMap<string, OfferedTool>): OfferedTool[] {
  const all = [...tools.values()];
  const characters = all.reduce((sum, { definition }) => sum + JSON.stringify(definition).length, 0);
  return all.length <= maxTools && characters / charactersPerToken <= maxTokens ? all : [];
}

/** Finds a tool by any spelling of its name. */
export function findNamed(tools: ReadonlyMap<string, OfferedTool>, name: string): OfferedTool | undefined {
  const folded = foldedName(name);
  return tools.get(name) ?? [...tools].find(([known]) => foldedName(known) === folded)?.[1];
}

const maxNames = 8;

/** Describes a change of a server's catalog for the model; undefined if the tools are the same. */
export function catalogNews(
  server: string,
  before: Catalog | undefined,
  after: Catalog | undefined,
): string | undefined {
  if (!after) return before && `The MCP server ${server} is no longer available.`;
  if (!before) {
    const offers = after.tools.length === 0 ? "no tools" : `${after.tools.length} tools: ${formatNames(after.tools)}`;
    return `The MCP server ${server} is now available, with ${offers}.`;
  }
  const old = new Map(before.tools.map((tool) => [tool.name, canonicalJson(tool)]));
  const added = after.tools.filter(({ name }) => !old.has(name));
  const changed = after.tools.filter((tool) => old.has(tool.name) && old.get(tool.name) !== canonicalJson(tool));
  const names = new Set(after.tools.map(({ name }) => name));
  const removed = before.tools.filter(({ name }) => !names.has(name));
  const parts = [
    added.length > 0 && `new: ${formatNames(added)}`,
    changed.length > 0 && `changed: ${formatNames(changed)}`,
    removed.length > 0 && `removed: ${formatNames(removed)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : `The tools of the MCP server ${server} have changed; ${parts.join("; ")}.`;
}

function formatNames(tools: readonly { readonly name: string }[]): string {
  const names = tools.slice(0, maxNames).map(({ name }) => name);
  return tools.length > maxNames ? `${names.join(", ")}, …` : names.join(", ");
}
