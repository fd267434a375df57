import type { McpSource } from "@roo-code/types";

interface CommonConfiguration {
  readonly disabled?: boolean | undefined;
  /** Seconds. */
  readonly timeout: number;
  readonly alwaysAllow: readonly string[];
  readonly disabledTools: readonly string[];
  readonly watchPaths?: readonly string[] | undefined;
  /** Seconds that answers may be given again; 0 for never. */
  readonly cacheSeconds?: number | undefined;
  /** Whether it is told of the workspace; some servers then work nowhere else. */
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

/** For servers whose authorization server does not let clients register by themselves. */
export interface OAuthConfiguration {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly clientMetadataUrl?: string | undefined;
  readonly scope?: string | undefined;
}

/** How a server is reached, validated already. `${env:NAME}` and `${workspaceFolder}` are still in it. */
export type ServerConfiguration = StdioConfiguration | RemoteConfiguration;

export interface ConfiguredServer {
  readonly name: string;
  readonly source: McpSource;
  readonly configuration: ServerConfiguration;
}
