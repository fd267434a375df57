import type { ParseError } from "jsonc-parser";
import { isRecord, isSame, type Plain, recordOf } from "../plain-value.ts";
import { freeName } from "./free-name.ts";

/**
 * Adds MCP servers to a file that has some, comments and all else kept. One that is there and different stays, and the
 * new one comes beside it, switched off, for a person to compare. undefined for a file that cannot be read.
 */
export async function addServers(
  present: string,
  imported: string,
): Promise<{ text: string; added: string[] } | undefined> {
  const { applyEdits, modify, parse } = await import("jsonc-parser");
  const errors: ParseError[] = [];
  const file: unknown = parse(present, errors, { allowTrailingComma: true });
  const incoming: unknown = JSON.parse(imported);
  if (errors.length > 0 || !isRecord(file) || !isRecord(incoming)) return undefined;
  const servers: Plain = { ...recordOf(file.mcpServers) };
  const added: string[] = [];
  let text = present;
  for (const [name, server] of Object.entries(recordOf(incoming.mcpServers))) {
    const found = await freeName(
      (suffix) => name + suffix,
      async (candidate) => presence(servers, candidate, sideways(server, candidate !== name)),
    );
    if (found.presence === "same") continue;
    const entry = sideways(server, found.name !== name);
    servers[found.name] = entry;
    text = applyEdits(
      text,
      modify(text, ["mcpServers", found.name], entry, { formattingOptions: { tabSize: 2, insertSpaces: true } }),
    );
    added.push(found.name);
  }
  return { text, added };
}

function presence(servers: Plain, name: string, server: unknown): "free" | "same" | "different" {
  if (!Object.hasOwn(servers, name)) return "free";
  return isSame(servers[name], server) ? "same" : "different";
}

function sideways(server: unknown, isBeside: boolean): unknown {
  return isBeside ? { ...recordOf(server), disabled: true } : server;
}
