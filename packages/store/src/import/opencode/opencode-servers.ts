import type { Findings } from "../findings.ts";
import type { ImportScope } from "../import-source.ts";
import { type McpServer, seconds, textList, textsAs } from "../mcp/read-servers.ts";
import { isRecord, numberOf, type Plain, recordOf, textOf } from "../plain-value.ts";

const known = new Set("type command cwd environment enabled timeout url headers".split(" "));

export function importOpencodeServers(
  findings: Findings,
  servers: unknown,
  where: { scope: ImportScope; source: string },
): void {
  for (const [name, value] of Object.entries(recordOf(servers))) {
    if (!isRecord(value) || (value.command === undefined && value.url === undefined)) {
      findings.note(`MCP server ${name} has neither a command nor a URL.`);
      continue;
    }
    const others = Object.keys(value).filter((key) => !known.has(key));
    if (others.length > 0) findings.note(`MCP server ${name}: ${others.join(", ")} has no equivalent here.`);
    findings.addServer(name, toServer(value), where);
  }
}

function toServer(value: Plain): McpServer {
  const timeout = numberOf(value.timeout);
  const common: McpServer = {
    ...(value.enabled === false && { disabled: true }),
    // Milliseconds there.
    ...(timeout !== undefined && { timeout: seconds(timeout / 1000) }),
  };
  const url = textOf(value.url);
  if (url !== undefined)
    return { type: "streamable-http", url: withVariables(url), ...changed("headers", value.headers), ...common };
  const [command = "", ...args] = textList(value.command).map(withVariables);
  const cwd = textOf(value.cwd);
  return { command, args, ...(cwd !== undefined && { cwd }), ...changed("env", value.environment), ...common };
}

function changed<Key extends "env" | "headers">(key: Key, value: unknown): { [K in Key]?: Record<string, string> } {
  const entries = Object.entries(recordOf(value)).map(([name, item]) => [
    name,
    typeof item === "string" ? withVariables(item) : item,
  ]);
  return textsAs(key, Object.fromEntries(entries));
}

function withVariables(text: string): string {
  return text.replaceAll(/\{env:([^}]+)\}/g, "${env:$1}");
}
