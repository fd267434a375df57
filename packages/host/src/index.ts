export {
  builtinModes,
  type CommandExplanation,
  explainCommand,
  measureTools,
  smallestRules,
  spendingOf,
} from "@roo-code/engine";
export { type ModelList, pricesAt, systemClock } from "@roo-code/providers";
export {
  localSettingsFile,
  type ModeWithOrigin,
  openSecretStore,
  projectSettingsFile,
  type SettingsFile,
  shownProfile,
  shownSettings,
  userSettingsFile,
} from "@roo-code/store";
export { findRipgrep } from "@roo-code/workspace";
export { createRuleKeeper, type RuleContext, type RuleKeeper, ruleFiles, shellAt } from "./approvals/rule-keeper.ts";
export { type Configuration, requireMode } from "./configuration/configuration.ts";
export type { Inventory, InventoryItem } from "./configuration/inventory.ts";
export { WorkspaceTrust } from "./configuration/workspace-trust.ts";
export { createHost } from "./create-host.ts";
export type { Host, RunOptions } from "./host.ts";
export type { HubHandle } from "./mcp/mcp-hubs.ts";

export type { PartFactory } from "./parts/task-part.ts";
export {
  localReadiness,
  providerReadiness,
  settingsOfProfile,
} from "./provider/choose-provider.ts";
export { findProvider, providerModels } from "./provider/provider-models.ts";
export { checkProvider, type ProviderStatus, providerStatuses, testProvider } from "./provider/provider-status.ts";
export { knownSecrets } from "./provider/secrets.ts";
export { rooHome } from "./roo-home.ts";
export { TaskSession } from "./session/task-session.ts";
export type { TaskSource } from "./subtasks/local-subtasks.ts";
export { findTask, newTaskId } from "./task-id.ts";
export { builtinToolNames } from "./toolbox/builtin-tool-names.ts";
