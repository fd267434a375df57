import { join } from "node:path";
import type { HubPorts } from "@roo-code/mcp";
import { substitute, watchConfiguration } from "@roo-code/store";
import { WorkspaceTrust } from "../configuration/workspace-trust.ts";
import type { HostContext } from "../host.ts";
import { once } from "../once.ts";
import { ProcessSandbox } from "./process-sandbox.ts";

export interface HubContext extends HostContext {
  readonly version: string;
  readonly workspace: string;
}

export interface DisposableHubPorts {
  readonly ports: HubPorts;
  dispose(): void;
}

/** The ports of a hub. */
export async function createHubPorts(context: HubContext): Promise<DisposableHubPorts> {
  const { home, environment, clock, version, workspace } = context;
  // Processes and sandboxes are a lot to load, and needed only where there are servers.
  const { childEnvironment } = await import("@roo-code/workspace");
  const passedOn = childEnvironment(environment);
  const sandbox = new ProcessSandbox({ home, root: workspace, environment: passedOn });
  const trust = new WorkspaceTrust(home);
  const ports: HubPorts = {
    clock,
    version,
    workspace,
    environment: passedOn,
    random: Math.random,
    recordFolder: join(home, "cache", "mcp"),
    logFolder: join(home, "logs", "mcp"),
    fill: (value) => substitute(value, { ...environment, workspaceFolder: workspace }),
    isTrusted: () => trust.isTrusted(workspace),
    secrets: once(async () => (await import("../provider/open-secrets.ts")).openSecretStore(context)),
    confine: (start, profile) => sandbox.confine(start, profile),
    watch: (paths, onChange) => watchConfiguration({ paths, onChange }),
  };
  return { ports, dispose: () => sandbox.dispose() };
}
