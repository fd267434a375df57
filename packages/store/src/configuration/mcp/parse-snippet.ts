import { isRecord } from "../../is-record.ts";
import { parseJson } from "../text/parse-text.ts";
import { parseMcpServer } from "./parse-mcp-server.ts";

/** The keys that hold servers: in most programs, VS Code, Zed. */
const wrappers = ["mcpServers", "servers", "context_servers", "mcp"];
const serverKeys = ["command", "url", "httpUrl", "serverUrl"];
/** Other programs prompt for these when they start a server; here they become environment variables. */
const inputReference = /\$\{input:([^}]*)\}/g;

interface SnippetServer {
  /** Absent for a server without a name. */
  readonly name?: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

export type ParsedSnippet = { readonly servers: readonly SnippetServer[] } | { readonly problem: string };

/**
 * Servers from a snippet as READMEs show it: the whole file of some program, a part of it with or without brackets, or
 * a single server.
 */
export async function parseSnippet(text: string): Promise<ParsedSnippet> {
  const parsed = await parseLoosely(text);
  if ("problem" in parsed) return { problem: parsed.problem };
  const found = serversIn(parsed.value);
  if (found.length === 0) return { problem: "it contains no server: neither a command nor a url." };
  const servers = found.map(({ name, entry }) => ({ name, entry: toOurFormat(entry) }));
  for (const { name, entry } of servers) {
    const checked = parseMcpServer(entry);
    if ("problem" in checked)
      return { problem: `${name === undefined ? "the server" : `the server ${name}`}: ${checked.problem}.` };
  }
  return { servers };
}

/** Adds the brackets to a part of a file such as `"name": { … }`. */
async function parseLoosely(text: string) {
  const trimmed = text.trim().replace(/,$/, "");
  return parseJson(/^"[^"]*"\s*:/.test(trimmed) ? `{${trimmed}}` : trimmed);
}

function serversIn(value: unknown): SnippetServer[] {
  if (!isRecord(value)) return [];
  if (isServer(value)) return [{ entry: value }];
  for (const wrapper of wrappers) {
    const inner = value[wrapper];
    if (isRecord(inner) && !isServer(inner)) return serversIn(inner);
  }
  return Object.entries(value).flatMap(([name, entry]) =>
    isRecord(entry) && isServer(entry) ? [{ name, entry }] : [],
  );
}

function isServer(value: Readonly<Record<string, unknown>>): boolean {
  return serverKeys.some((key) => typeof value[key] === "string" || isRecord(value[key]));
}

/** Converts or drops the keys of other programs. */
function toOurFormat(entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { httpUrl, serverUrl, transport, autoApprove, enabled, inputs: _, ...rest } = entry;
  const { command } = rest;
  const url = rest.url ?? httpUrl ?? serverUrl;
  const type = rest.type ?? transport ?? (httpUrl === undefined ? undefined : "streamable-http");
  return {
    ...rest,
    // Zed's format.
    ...(isRecord(command) && { command: command.path, args: command.args, env: command.env }),
    ...(url !== undefined && { url }),
    ...(url !== undefined && { type: type ?? typeOf(url) }),
    ...(url === undefined && type !== undefined && { type }),
    ...(autoApprove !== undefined && { alwaysAllow: autoApprove }),
    ...(enabled === false && { disabled: true }),
    ...(isRecord(rest.env) && { env: withoutInputs(rest.env) }),
    ...(isRecord(rest.headers) && { headers: withoutInputs(rest.headers) }),
  };
}

/** Without a type, a URL is only SSE if it says so. */
function typeOf(url: unknown): string {
  return typeof url === "string" && /\/sse\/?$/.test(url) ? "sse" : "streamable-http";
}

function withoutInputs(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key,
      typeof value === "string"
        ? value.replace(
            inputReference,
            (_, name: string) => `\${env:${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")}}`,
          )
        : value,
    ]),
  );
}
