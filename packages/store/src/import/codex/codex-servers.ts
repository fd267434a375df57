import type { Findings } from "../findings.ts";
import type { ImportScope } from "../import-source.ts";
import { type McpServer, seconds, textList, textsAs } from "../mcp/read-servers.ts";
import { isRecord, listOf, numberOf, type Plain, recordOf, textOf } from "../plain-value.ts";

const known = new Set(
  "command args env env_vars cwd http_headers env_http_headers url bearer_token bearer_token_env_var enabled disabled_tools tool_timeout_sec".split(
    " ",
  ),
);

export function importCodexServers(
  findings: Findings,
  servers: unknown,
  where: { scope: ImportScope; source: string },
): void {
  for (const [name, value] of Object.entries(recordOf(servers)).filter(([, entry]) => isRecord(entry))) {
    const server = toServer(recordOf(value));
    if (!server) {
      findings.note(`MCP server ${name} of Codex has neither a command nor a URL.`);
      continue;
    }
    const others = Object.keys(recordOf(value)).filter((key) => !known.has(key));
    if (others.length > 0) findings.note(`MCP server ${name}: ${others.join(", ")} has no equivalent here.`);
    findings.addServer(name, server, where);
  }
}

function toServer(value: Plain): McpServer | undefined {
  const command = textOf(value.command);
  const url = textOf(value.url);
  const timeout = numberOf(value.tool_timeout_sec);
  const common: McpServer = {
    disabled: value.enabled === false ? true : undefined,
    timeout: timeout !== undefined ? seconds(timeout) : undefined,
    disabledTools: Array.isArray(value.disabled_tools) ? textList(value.disabled_tools) : undefined,
  };
  if (command !== undefined) return { ...stdioOf(command, value), ...common };
  return url === undefined ? undefined : { type: "streamable-http", url, ...headersOf(value), ...common };
}

function stdioOf(command: string, value: Plain): McpServer {
  const inherited = listOf(value.env_vars).map((entry) => textOf(entry) ?? textOf(recordOf(entry).name));
  const references = inherited.flatMap((name) => (name === undefined ? [] : [[name, `\${env:${name}}`] as const]));
  const cwd = textOf(value.cwd);
  return {
    command,
    args: Array.isArray(value.args) ? textList(value.args) : undefined,
    cwd,
    ...textsAs("env", { ...Object.fromEntries(references), ...recordOf(value.env) }),
  };
}

function headersOf(value: Plain): McpServer {
  const token = textOf(value.bearer_token);
  const variable = textOf(value.bearer_token_env_var);
  const fromVariables = Object.entries(recordOf(value.env_http_headers)).map(([header, name]) => [
    header,
    `\${env:${String(name)}}`,
  ]);
  return textsAs("headers", {
    ...recordOf(value.http_headers),
    ...Object.fromEntries(fromVariables),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(variable !== undefined && { Authorization: `Bearer \${env:${variable}}` }),
  });
}
