// A separate entry point: only `roo mcp serve` needs it.
export type { HttpDoorOptions } from "./modes-server/http/http-door.ts";
export { McpModesServer } from "./modes-server/modes-server.ts";
export type {
  ApprovalAnswer,
  ModesServerPorts,
  ServedCommand,
  ServedTasks,
  TaskOverview,
  TaskQuestion,
} from "./modes-server/modes-server-ports.ts";
