import type { ConfiguredServer, ServerConfiguration } from "../src/server-configuration.ts";

export type TestServer = Partial<ServerConfiguration> & ({ command: string } | { url: string });

export function configured(servers: Readonly<Record<string, TestServer>>): ConfiguredServer[] {
  return Object.entries(servers).map(([name, given]) => {
    const defaults = { timeout: 60, alwaysAllow: [], disabledTools: [] };
    const configuration =
      "command" in given
        ? { ...defaults, type: "stdio" as const, ...given }
        : { ...defaults, type: "streamable-http" as const, ...given };
    // Only the keys of one kind are given.
    return { name, source: "global", configuration: configuration as ServerConfiguration };
  });
}
