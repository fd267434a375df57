/** An MCP server in the form our `mcp-settings.json` and `mcp.json` take. */
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
