// A door of its own: only a program that serves others needs it.
export type { HttpDoorOptions } from "./modes-server/http/http-door.ts";
export { McpModesServer } from "./modes-server/modes-server.ts";
export type {
  ApprovalAnswer,
  ModesServerPorts,
  ServedCommand,
  ServedTasks,
  TaskLook,
  TaskQuestion,
} from "./modes-server/modes-server-ports.ts";
