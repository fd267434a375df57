// A separate entry point: only `roo mcp serve` needs it.
export { McpModesServer } from "./modes-server/modes-server.ts";
export type { ApprovalAnswer, ServedTasks, TaskOverview } from "./modes-server/modes-server-ports.ts";
