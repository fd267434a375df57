export type {
  ApprovalKind,
  AssistantMessage,
  FinalMessage,
  ImagePart,
  LiveDelta,
  McpAnswer,
  Mode,
  ProviderSettings,
  Settings,
  TaskEvent,
  TaskStatus,
  TextPart,
  ToolCallPart,
  ToolDefinition,
  ToolGroup,
  ToolMessage,
  Usage,
} from "@roo-code/types";
export { Agent, type ForkOptions, type RunOptions } from "./agent.ts";
export type { AgentEvent } from "./agent-events.ts";
export type { AgentOptions, ApprovalReply, ApprovalRequest, Question, SessionOptions } from "./agent-options.ts";
export { ApiStream, type StreamChunk } from "./api-stream.ts";
export { ProviderError, RooError, ToolFailure } from "./errors.ts";
export {
  type LocalServer,
  type McpCallOptions,
  McpHub,
  type McpHubOptions,
  type McpServerOptions,
  type McpTool,
  type RemoteServer,
} from "./mcp-hub.ts";
export { type ListenOptions, McpModesServer, type McpModesServerOptions } from "./mcp-modes-server.ts";
export type { MessageRequest, UserInput } from "./message-request.ts";
export { ModeAgent } from "./mode-agent.ts";
export { type CreateTaskOptions, ModeOrchestrator, type TaskInfo } from "./mode-orchestrator.ts";
export { RooClient, type RooClientOptions } from "./roo-client.ts";
export type { RunResult } from "./run-result.ts";
export type { JsonSchema, OutputOf, Schema, StandardSchema } from "./schema.ts";
export { defineTool, Tool, type ToolContent, type ToolContext, type ToolOptions } from "./tool.ts";
export {
  type ExecuteOptions,
  ToolRegistry,
  type ToolRegistryOptions,
  type ToolResult,
  type ToolStatistics,
  type ToolUse,
} from "./tool-registry.ts";
export {
  type PhaseSpec,
  type WorkflowPlan,
  type WorkflowResult,
  WorkflowRunner,
  type WorkflowRunnerOptions,
  type WorkflowState,
} from "./workflow-runner.ts";
