export { Agent, type AgentOptions } from "./agent.ts";
export type { ApprovalPolicy } from "./approvals/approval-policy.ts";
export { builtinModes } from "./modes/builtin-modes.ts";
export type { AgentPorts } from "./ports.ts";
export { defaultRetryPolicy, type RetryPolicy } from "./recovery/backoff.ts";
export { measureTools, type ToolMetrics } from "./recovery/tool-metrics.ts";
export { type ResolvedCall, ToolRegistry } from "./tool-registry.ts";
