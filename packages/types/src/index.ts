export { abortMessage, abortReason } from "./abort.ts";
export { type AddressClass, classifyAddress, isPublicAddress } from "./address-class.ts";
export {
  type ApprovalDecision,
  type ApprovalRule,
  type ApprovalSubject,
  approvalDecisionSchema,
  approvalKindSchema,
  approvalRuleSchema,
  approvalSubjectSchema,
} from "./approval.ts";
export { type ApprovalKind, approvalKinds, kindsInAll } from "./approval-kinds.ts";
export { type Asked, closesAsked, foldAsked, isAsked, waitsFor } from "./asked.ts";
export type { BudgetEstimate, BudgetShare, BudgetUse, Reservation } from "./budget.ts";
export { BudgetLedger, type BudgetWarning, limitReached } from "./budget-ledger.ts";
export {
  type BrowserNetwork,
  browserNetworks,
  type Capabilities,
  type CommandProfile,
  type NetworkCapability,
  type SandboxChoice,
  sandboxChoices,
  unlimited,
  type WriteCapability,
} from "./capabilities.ts";
export { capabilitiesSchema } from "./capabilities-schema.ts";
export { CleanupStack } from "./cleanup-stack.ts";
export { type Clock } from "./clock.ts";
export { digest } from "./digest.ts";
export { ProviderError, type ProviderErrorCode, RooError, systemErrorCode, ToolFailure } from "./errors.ts";
export {
  type EvalRate,
  type EvalRun,
  type EvalRunRequest,
  evalRateSchema,
  evalRunRequestSchema,
  evalRunSchema,
} from "./evals/run.ts";
export { type EvalTrial, evalTrialSchema, type TrialMetrics, trialMetricsSchema } from "./evals/trial.ts";
export {
  countOutcomes,
  isScored,
  type Outcome,
  type OutcomeCounts,
  outcomeOf,
  outcomes,
  scoredVerdicts,
  type TestCounts,
  type TrialLimit,
  testCountsSchema,
  trialLimitSchema,
  trialLimits,
  type Verdict,
  verdictSchema,
  verdicts,
} from "./evals/verdict.ts";
export {
  type Environment,
  type EventDraft,
  type EventOf,
  environmentSchema,
  type Failure,
  type FileStep,
  type FileVersion,
  failureSchema,
  fileStepSchema,
  fileVersionSchema,
  loggedEventSchema,
  type McpEventDraft,
  type RunStatus,
  runStatusSchema,
  type TaskEvent,
  type TaskEventType,
  taskEventSchema,
} from "./event.ts";
export { type Claim, claimSchema, type Evidence, type Verification } from "./evidence.ts";
export { emptyTaskView, type FoldedSubtask, type FoldedTask, foldTaskView, reduceTaskView } from "./fold-task-view.ts";
export type { HookCall, Hooks, HookVerdict } from "./hooks.ts";
export { type TaskId, taskIdSchema } from "./ids.ts";
export { type Limits, limitsSchema } from "./limits.ts";
export { type LiveDelta } from "./live.ts";
export {
  type AppendReceipt,
  type EventLog,
  type EventRange,
  logFormat,
  type TaskStatus,
  type TaskSummary,
  type TaskWriter,
} from "./log.ts";
export type {
  McpBenchmarkRow,
  McpCallRow,
  McpConnectionRow,
  McpResourceRow,
  McpRows,
} from "./mcp-rows.ts";
export { type McpSource, type McpTransport } from "./mcp-server.ts";
export {
  type AssistantMessage,
  assistantMessageSchema,
  type ImagePart,
  imagePartSchema,
  type Message,
  messageSchema,
  type ReasoningPart,
  reasoningPartSchema,
  type TextPart,
  type ToolCallPart,
  type ToolMessage,
  type ToolResultPart,
  textPartSchema,
  toolCallPartSchema,
  toolMessageSchema,
  toolResultPartSchema,
  type UserMessage,
  userMessageSchema,
} from "./message.ts";
export { messageText, toolCalls, userMessage } from "./message-parts.ts";
export { type Mode, type ModeGroup, modeGroupSchema, modeSchema, toolGroupSchema } from "./mode.ts";
export { type ModelInfo, type ModelPrices, type PriceChange, type PriceTier, type TokenRates } from "./model-info.ts";
export { type Op, opSchema } from "./op.ts";
export { hasHiddenCharacters, isProtectedPath, protectedPatterns } from "./protected-paths.ts";
export {
  type ApiChunk,
  type ApiStream,
  type FinalMessage,
  type ModelClient,
  type ModelRequest,
  type OutputSchema,
  type RequestMetadata,
  type StopReason,
  type ToolDefinition,
} from "./provider.ts";
export { mcpRows } from "./read-mcp-rows.ts";
export type { ContextTokens, DroppedItem, Receipt, SaidItem } from "./receipt.ts";
export { redactShapes } from "./redact-shapes.ts";
export { denialCodes, emptyTask, foldEvent, mistakeCodes, reduceTask } from "./reduce-task.ts";
export { type RunResult, runResultSchema } from "./result.ts";
export { effectiveEvents, settledSeq } from "./rewind.ts";
export { KeyedSerialQueue, SerialQueue } from "./serial-queue.ts";
export { profileSecretParts, type ReasoningEffort, reasoningEfforts, untrustedChoices } from "./settings/choices.ts";
export { type Profile, type Profiles, profileSchema, profilesSchema } from "./settings/profile.ts";
export {
  type ProviderSettings,
  providerSettingsSchema,
  reasoningEffortSchema,
} from "./settings/provider-settings.ts";
export { type SecretStore } from "./settings/secret-store.ts";
export {
  type ConfigurationNotice,
  type EmbeddingSettings,
  type SettingLayer,
  type Settings,
  type SettingWithOrigin,
  settingLayers,
  settingsSchema,
} from "./settings/settings.ts";
export {
  type Change,
  type ChangedFile,
  type ChangeRecord,
  type ChangeRequest,
  type Conflict,
  type FileDiff,
  type PendingRestore,
  type PendingUndo,
  type PruneLimits,
  type PruneOutcome,
  type RestoreOutcome,
  type SelectedChange,
  type SkippedPath,
  type SkipRule,
  type Snapshot,
  type SnapshotDiff,
  type SnapshotStore,
  snapshotNumber,
  type TakeOptions,
  type UndoChangesOptions,
  type UndoChangesOutcome,
} from "./snapshots.ts";
export type {
  Subtask,
  SubtaskConflict,
  SubtaskOrder,
  SubtaskOutcome,
  SubtaskPlace,
  SubtaskRun,
  Subtasks,
} from "./subtasks.ts";
export { isTaskId, taskIdPattern } from "./task-id.ts";
export { type OpenCall, type TaskState } from "./task-state.ts";
export { type Todo, todoSchema } from "./todo.ts";
export {
  type ActionTool,
  type CallTranslator,
  defineTool,
  type EditPlan,
  type EditTool,
  type FlowTool,
  type NamedCall,
  type ReadTool,
  type Tool,
  type ToolContext,
  type ToolControl,
  type ToolEntry,
  type ToolOffer,
  type ToolOutput,
} from "./tool.ts";
export { type ToolGroup, toolGroups } from "./tool-groups.ts";
export {
  type Browser,
  type BrowserAction,
  type BrowserView,
  type CallServices,
  type CodeDefinition,
  type CodeIndex,
  type CodeOutline,
  type CodeSearchHit,
  type CodeSearchOutcome,
  type CodeSearchRequest,
  type ImageMaker,
  type InstructionLibrary,
  type LibraryItem,
  type McpAnswer,
  type McpCalls,
  type McpFinding,
  type McpFindings,
  type McpResourceRead,
  type McpToolCall,
  type McpToolFacts,
  type McpToolQuery,
  type McpToolRequest,
  type Sample,
  type SampleRequest,
  type TaskHistory,
  type ToolPorts,
} from "./tool-ports.ts";
export { describeLabel, parseUndoLabel, type UndoLabel, undoLabel } from "./undo-label.ts";
export { type Usage, usageSchema } from "./usage.ts";
export { addUsage, noUsage, usageOf } from "./usage-sum.ts";
export { textParts, visibleJson, visibleText } from "./visible-text.ts";
export {
  type CheckSpec,
  type PhaseSpec,
  phaseSpecSchema,
  type StepStatus,
  type SubtaskSpec,
  subtaskSpecSchema,
  type WorkflowPlan,
  workflowPlanSchema,
} from "./workflow.ts";
export type { CheckInput, PhaseInput, SubtaskInput, WorkflowInput } from "./workflow-input.ts";
export type { CheckReport, PhaseReport, StepProgress, SubtaskReport } from "./workflow-report.ts";
export {
  type CommandInput,
  type CommandNews,
  type CommandOutcome,
  type CommandRequest,
  type CommandWait,
  type FileChange,
  type FileStat,
  type FileWindow,
  type Listing,
  type ListOptions,
  type OutputRequest,
  type OutputWindow,
  type SearchLine,
  type SearchOutcome,
  type SearchRequest,
  type Workspace,
  type WorkspaceCommands,
  type WorkspaceFiles,
  type WorkspaceShell,
} from "./workspace.ts";
export type { MergeOutcome, SharedPath, Worktrees } from "./worktrees.ts";
