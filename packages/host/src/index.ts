export {
  type CommandExplanation,
  explainCommand,
  judge,
  measureTools,
  type Spending,
  smallestRules,
  spendingOf,
  type ToolMetrics,
} from "@roo-code/engine";
export { type ModelList, pricesAt, systemClock } from "@roo-code/providers";
export {
  createRedactor,
  localSettingsFile,
  openSecretStore,
  projectSettingsFile,
  type SettingsFile,
  shownProfile,
  shownSettings,
  userSettingsFile,
} from "@roo-code/store";
export { createRuleKeeper, type RuleKeeper, type RulePlaces, ruleFiles } from "./approvals/rule-keeper.ts";
export { shellAt } from "./approvals/shell-at.ts";
export { chooseProvider, localReadiness, type ProviderReadiness, providerReadiness } from "./choose-provider.ts";
export { type Configuration, requireMode } from "./configuration.ts";
export { createHost } from "./create-host.ts";
export { findTask } from "./find-task.ts";
export type { Host, HostOptions, RunOptions } from "./host.ts";
export type { Inventory, InventoryItem } from "./inventory.ts";
export { knownSecrets } from "./known-secrets.ts";
export type { HeldHub } from "./mcp/mcp-hubs.ts";
export type { EditorPorts } from "./message/compose-message.ts";
export { settingsOfProfile } from "./profile-provider.ts";
export { findProvider, type KnownProvider, modelsFolder, providerModels } from "./provider-models.ts";
export { type ProviderStatus, providerStatuses } from "./provider-status.ts";
export { ripgrepPath } from "./ripgrep-path.ts";
export { rooHome } from "./roo-home.ts";
export { TaskSession } from "./session/task-session.ts";
export type { TaskSource } from "./subtasks/local-subtasks.ts";
export { newTaskId } from "./task-id.ts";
export { checkProvider, testProvider } from "./test-provider.ts";
export { WorkspaceTrust } from "./workspace-trust.ts";
