export { IpcClient, type IpcClientEvents, type IpcClientOptions, type SendOptions } from "./ipc-client.ts";
export { type CommandSource, IpcServer, type IpcServerEvents, type IpcServerOptions } from "./ipc-server.ts";
export { emptyRooTask, type RooTask } from "./mapping/roo-task.ts";
export { toIpcEvents } from "./mapping/to-ipc-events.ts";
export {
  type AskKind,
  IpcMessageType,
  RooCodeEventName,
  type RooToolName,
  rooProviders,
  rooToolNames,
  type SayKind,
  TaskCommandName,
} from "./names.ts";
export { type HeldSocket, listenOnSocket } from "./socket/listen-on-socket.ts";
export { connectToSocket, defaultSocketPath } from "./socket/socket-path.ts";
export { type ClineMessage, clineMessageSchema } from "./wire/cline-message.ts";
export {
  type Ack,
  type IpcFailure,
  type IpcMessage,
  ipcMessageSchema,
  type ServerMessage,
  type TaskContextConfirmation,
  type TaskItem,
} from "./wire/ipc-message.ts";
export type { RooModelInfo } from "./wire/roo-model-info.ts";
export {
  type RooSettings,
  type Subscription,
  type TaskCommand,
  type TaskCommandInput,
  type TaskContext,
  taskCommandSchema,
} from "./wire/task-command.ts";
export {
  type QueuedMessage,
  type RooCommand,
  type RooEvent,
  type RooEventName,
  taskEventSchema,
} from "./wire/task-event.ts";
export type { TokenUsage, ToolUsage } from "./wire/usage.ts";
