export { type ApiBackup } from "./api/backups.ts";
export { type ApiCheckpoint, type ApiFileDiff, type ApiUndoOutcome } from "./api/checkpoints.ts";
export { type ApiSetting, type ApiSettingsLayer, type ModeView, settingsLayerSchema } from "./api/configuration.ts";
export { type ApiError, apiErrorSchema, commonErrors } from "./api/error.ts";
export { type McpBenchmark, type RunComparison, type RunNews, type RunSummary } from "./api/evals.ts";
export { type FileContent, type FileEntry } from "./api/files.ts";
export { type ApiMcpServer } from "./api/mcp.ts";
export { type ApiModel, type ApiProvider, type ProfileView } from "./api/providers.ts";
export {
  type Permission,
  permissions,
  type Route,
  type RouteInput,
  type RouteOutput,
  type RouteRequest,
} from "./api/route.ts";
export { type Operation, operations, type Routes, routes } from "./api/routes.ts";
export {
  type ClientFrame,
  clientFrameSchema,
  closeCodes,
  maxFrameBytes,
  type SentFrame,
  type ServerFrame,
  serverFrameSchema,
} from "./api/socket.ts";
export { type TaskOp, type TaskOpResult, taskOpResultSchema, taskOpSchema } from "./api/task-op.ts";
export { type ApiTaskSummary, type PendingApproval, type PendingQuestion, type TaskView } from "./api/tasks.ts";
export { type ApiWorkspace, type GitStatus } from "./api/workspaces.ts";
