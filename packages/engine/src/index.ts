export { Agent, type AgentParent } from "./agent.ts";
export { type CommandExplanation, explainCommand, judge } from "./approvals/judge.ts";
export { smallestRules } from "./approvals/smallest-rules.ts";
export { compileMode, TaskCapabilities } from "./capabilities/task-capabilities.ts";
export { networkWithin } from "./capabilities/within.ts";
/** @public */
export { ModeAgent } from "./mode-agent.ts";
export { type ModeSource } from "./mode-orchestrator.ts";
export { builtinModes } from "./modes/builtin-modes.ts";
export { isOffered, mayChangeFiles, requireEditable } from "./modes/mode-rules.ts";
export { type ContextPorts, defaultThreshold, type ModelLimits, type TaskSnapshots } from "./ports.ts";
export { type RetryPolicy, retryPolicyFor } from "./recovery/backoff.ts";
export { type RecoveredCall, RecoveringTools } from "./recovery/recovering-tools.ts";
export { measureTools, type ToolMetrics } from "./recovery/tool-metrics.ts";
export { spendingOf } from "./spending/spending-of.ts";
export { TaskRecord } from "./task-record.ts";
export { ToolRegistry } from "./tool-registry.ts";
