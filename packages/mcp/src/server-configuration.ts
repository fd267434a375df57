import type { McpSource } from "@roo-code/types";

interface CommonConfiguration {
  readonly disabled?: boolean | undefined;
  /** Seconds. */
  readonly timeout: number;
  readonly alwaysAllow: readonly string[];
  readonly disabledTools: readonly string[];
  readonly watchPaths?: readonly string[] | undefined;
  /** How long answers are cached, in seconds; 0 disables the cache. */
  readonly cacheSeconds?: number | undefined;
  /** Whether the workspace is sent as a root; some servers then work nowhere else. */
  readonly roots?: boolean | undefined;
}

export interface StdioConfiguration extends CommonConfiguration {
  readonly type: "stdio";
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly sandbox?: "auto" | "on" | "off" | undefined;
}

export interface RemoteConfiguration extends CommonConfiguration {
  readonly type: "sse" | "streamable-http";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly oauth?: OAuthConfiguration | undefined;
}

/** For servers whose authorization server does not support dynamic client registration. */
export interface OAuthConfiguration {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly clientMetadataUrl?: string | undefined;
  readonly scope?: string | undefined;
}

/** How a server is reached: validated, with `${env:NAME}` and `${workspaceFolder}` not yet replaced. */
export type ServerConfiguration = StdioConfiguration | RemoteConfiguration;

export interface ConfiguredServer {
  readonly name: string;
  readonly source: McpSource;
  readonly configuration: ServerConfiguration;
}
