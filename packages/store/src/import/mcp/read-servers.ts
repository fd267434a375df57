import type { Findings } from "../findings.ts";
import type { ImportScope } from "../import-source.ts";
import { isRecord, listOf, numberOf, type Plain, recordOf, textOf } from "../plain-value.ts";

const known = new Set(
  "type transportType command args cwd env url serverUrl httpUrl headers disabled enabled timeout alwaysAllow autoApprove disabledTools watchPaths".split(
    " ",
  ),
);

/** Imports the servers of an `mcpServers` object of Roo Code, Cline, Kilo Code or Claude Code. */
export function importServers(
  findings: Findings,
  servers: unknown,
  origin: {
    readonly scope: ImportScope;
    readonly source: string;
    /** `${NAME}` without `env:` is a variable. */
    readonly bareVariables?: boolean;
  },
): void {
  if (servers !== undefined && !isRecord(servers))
    findings.note(`${findings.show(origin.source)}: its MCP servers are not an object.`);
  for (const [name, value] of Object.entries(recordOf(servers))) {
    const server = isRecord(value) ? toServer(value) : undefined;
    if (!server) {
      findings.note(`MCP server ${name} of ${findings.show(origin.source)} has neither a command nor a supported URL.`);
      continue;
    }
    const unknown = Object.keys(recordOf(value)).filter((key) => !known.has(key));
    if (unknown.length > 0) findings.note(`MCP server ${name}: ${unknown.join(", ")} has no equivalent here.`);
    const defaults = origin.bareVariables === true ? [...JSON.stringify(server).matchAll(/\$\{(\w+):-/g)] : [];
    for (const [, variable] of defaults) findings.note(`MCP server ${name}: the default of ${variable} was skipped.`);
    findings.addServer(name, origin.bareVariables === true ? withEnvironment(server) : server, origin);
  }
}

function toServer(value: Plain): McpServer | undefined {
  const command = textOf(value.command);
  const url = textOf(value.url) ?? textOf(value.serverUrl) ?? textOf(value.httpUrl);
  if (command !== undefined) return { ...stdioOf(command, value), ...commonOf(value) };
  if (url === undefined) return undefined;
  const type = transportOf(textOf(value.type) ?? textOf(value.transportType), value);
  return type && { type, url, ...textsAs("headers", value.headers), ...commonOf(value) };
}

function stdioOf(command: string, value: Plain): McpServer {
  const cwd = textOf(value.cwd);
  return {
    command,
    args: Array.isArray(value.args) ? textList(value.args) : undefined,
    cwd,
    ...textsAs("env", value.env),
  };
}

/** A URL without a type means SSE to these tools. */
function transportOf(type: string | undefined, value: Plain): "sse" | "streamable-http" | undefined {
  if (type === undefined) return value.httpUrl === undefined ? "sse" : "streamable-http";
  if (type === "sse") return "sse";
  return /^(streamable-?http|http)$/i.test(type) ? "streamable-http" : undefined;
}

function commonOf(value: Plain): McpServer {
  const timeout = numberOf(value.timeout);
  const allowed = value.alwaysAllow ?? value.autoApprove;
  return {
    disabled: value.disabled === true || value.enabled === false ? true : undefined,
    timeout: timeout !== undefined ? seconds(timeout) : undefined,
    alwaysAllow: Array.isArray(allowed) ? textList(allowed) : undefined,
    disabledTools: Array.isArray(value.disabledTools) ? textList(value.disabledTools) : undefined,
    watchPaths: Array.isArray(value.watchPaths) ? textList(value.watchPaths) : undefined,
  };
}

/** A timeout in whole seconds from 1 to 3600. */
export function seconds(value: number): number {
  return Math.min(3600, Math.max(1, Math.ceil(value)));
}

export function textList(value: unknown): string[] {
  return listOf(value).filter((item) => typeof item === "string");
}

/** `{ [key]: { … } }` with the values of a record as strings; empty if there are none. */
export function textsAs<Key extends "env" | "headers">(
  key: Key,
  value: unknown,
): { [K in Key]?: Record<string, string> } {
  const entries = Object.entries(recordOf(value)).flatMap(([name, item]) =>
    ["string", "number", "boolean"].includes(typeof item) ? [[name, String(item)] as const] : [],
  );
  const result: { [K in Key]?: Record<string, string> } = {};
  if (entries.length > 0) result[key] = Object.fromEntries(entries);
  return result;
}

/** `${NAME}` and `${NAME:-default}` become `${env:NAME}`. */
function withEnvironment(server: McpServer): McpServer {
  const change = (text: string): string => text.replaceAll(/\$\{([A-Za-z_]\w*)(:-[^}]*)?\}/g, "${env:$1}");
  const changeAll = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
  return {
    ...server,
    command: server.command === undefined ? undefined : change(server.command),
    args: server.args?.map(change),
    url: server.url === undefined ? undefined : change(server.url),
    env: server.env && changeAll(server.env),
    headers: server.headers && changeAll(server.headers),
  };
}

/** An MCP server in the format of our `mcp-settings.json` and `mcp.json`. */
export interface McpServer {
  readonly type?: "stdio" | "sse" | "streamable-http";
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly disabled?: boolean;
  /** Seconds. */
  readonly timeout?: number;
  readonly alwaysAllow?: readonly string[];
  readonly disabledTools?: readonly string[];
  readonly watchPaths?: readonly string[];
}
