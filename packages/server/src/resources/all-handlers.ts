import type { AllHandlers } from "../http/handler.ts";
import type { Services } from "../services/services.ts";
import { backupHandlers } from "./backups.ts";
import { checkpointHandlers } from "./checkpoints.ts";
import { configurationHandlers } from "./configuration.ts";
import { evalHandlers } from "./evals.ts";
import { fileHandlers } from "./files.ts";
import { mcpHandlers } from "./mcp.ts";
import { providerHandlers } from "./providers.ts";
import { serverHandlers } from "./server.ts";
import { taskHandlers } from "./tasks.ts";
import { usageHandlers } from "./usage.ts";
import { workspaceHandlers } from "./workspaces.ts";

export function allHandlers(services: Services, options: Parameters<typeof serverHandlers>[1]): AllHandlers {
  return {
    server: serverHandlers(services, options),
    workspaces: workspaceHandlers(services),
    backups: backupHandlers(services),
    files: fileHandlers(services),
    tasks: taskHandlers(services),
    checkpoints: checkpointHandlers(services),
    configuration: configurationHandlers(services),
    providers: providerHandlers(services),
    mcp: mcpHandlers(services),
    usage: usageHandlers(services),
    evals: evalHandlers(services),
  };
}
