// The client that the official conformance suite drives: our hub, and a user who always says yes. Takes the URL of
// a server; the suite checks the requests to it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CallServices, ToolFailure } from "@roo-code/types";
import { McpHub } from "../../src/mcp-hub.ts";
import { logIn } from "../../src/oauth/log-in.ts";
import { LoginStore } from "../../src/oauth/stored-login.ts";
import type { RemoteConfiguration } from "../../src/server-configuration.ts";
import { memorySecrets, systemClock } from "../ports.ts";
import { sampleInput } from "./sample-input.ts";

const { MCP_CONFORMANCE_CONTEXT: context = "{}", MCP_CONFORMANCE_SCENARIO: scenario = "" } = process.env;
const url = process.argv.at(-1) ?? "";
interface Context {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
}
const parameters: Context = JSON.parse(context);
const home = mkdtempSync(join(tmpdir(), "roo-conformance-"));
const { signal } = new AbortController();
const configuration: RemoteConfiguration = {
  type: "streamable-http",
  url,
  timeout: 20,
  alwaysAllow: [],
  disabledTools: [],
  oauth: {
    clientId: parameters.client_id,
    clientSecret: parameters.client_secret,
    ...(scenario === "auth/basic-cimd" && { clientMetadataUrl: "https://conformance-test.local/client-metadata.json" }),
  },
};
const secrets = memorySecrets();
const hub = new McpHub(
  {
    clock: systemClock,
    random: () => 0,
    version: "0.1.0",
    workspace: home,
    environment: {},
    recordFolder: join(home, "records"),
    logFolder: join(home, "logs"),
    fill: (value) => ({ value, unknown: [], inserted: [] }),
    isTrusted: () => true,
    secrets: async () => secrets,
    watch: () => ({ dispose() {} }),
  },
  { servers: [{ name: "suite", source: "global", configuration }], withheld: [] },
);
const services: CallServices = {
  callId: "c",
  approve: async () => true,
  ask: async () => "",
  sample: async () => ({ model: "none", text: "yes", wasCut: false }),
};

try {
  const link = hub.link({ sink: () => {}, profileFor: () => undefined });
  await withLogin(() =>
    link.findTools({ query: "tool", limit: 1, signal }).then(({ missing: [reason] }) => {
      if (reason !== undefined) throw new ToolFailure("mcp_failed", reason);
    }),
  );
  const tools = hub.servers[0]?.catalog?.tools ?? [];
  const calls =
    parameters.toolCalls ?? tools.map(({ name, inputSchema }) => ({ name, arguments: sampleInput(inputSchema) }));
  for (const { name, arguments: input } of calls) {
    const request = { server: "suite", tool: name, arguments: input, signal, report: () => {}, call: services };
    await withLogin(() => link.callTool(request)).catch((error: unknown) => printError(name, error));
  }
} catch (error) {
  printError("failed", error);
  process.exitCode = 1;
} finally {
  await hub.dispose();
  rmSync(home, { recursive: true, force: true });
}

/** Logs in where required, as often as a patient user would. */
async function withLogin<Result>(operation: () => Promise<Result>): Promise<Result> {
  for (let logins = 0; ; logins += 1) {
    try {
      return await operation();
    } catch (error) {
      if (logins >= 3 || !(error instanceof ToolFailure) || !/log in/i.test(error.message)) throw error;
      const store = new LoginStore({ secrets: async () => secrets, server: "suite", url });
      await logIn({ configuration, store, version: "0.1.0", onAddress: (address) => void visit(address), signal });
      await hub.restart("suite", "the user has logged in");
    }
  }
}

/** The authorization server of the suite sends every browser back at once. */
async function visit(address: URL): Promise<void> {
  await fetch(address).catch((error: unknown) => printError("the browser failed", error));
}

function printError(label: string, error: unknown): void {
  process.stderr.write(`${label}: ${error instanceof Error ? error.stack : String(error)}\n`);
}
