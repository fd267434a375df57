export { type LoadedCommands, loadCommands, type SlashCommand } from "./configuration/load-commands.ts";
export { type LoadedHooks, type LoadHooksOptions, loadHooks } from "./configuration/load-hooks.ts";
export {
  type LoadedMcpServers,
  type LoadMcpServersOptions,
  loadMcpServers,
  type McpServer,
} from "./configuration/load-mcp-servers.ts";
export { type LoadedModes, type LoadModesOptions, loadModes, type ModeWithOrigin } from "./configuration/load-modes.ts";
export { type LoadedRules, type LoadRulesOptions, loadRules, type RuleFile } from "./configuration/load-rules.ts";
export {
  type LoadedSkills,
  type LoadSkillsOptions,
  loadSkills,
  type Skill,
  skillsForMode,
} from "./configuration/load-skills.ts";
export type { McpServerConfiguration } from "./configuration/mcp/parse-mcp-server.ts";
export type { Hook, HookEvent } from "./configuration/parse-hook.ts";
export { acquireFence } from "./fence.ts";
export { FileEventLog, type FileEventLogOptions } from "./file-event-log.ts";
export { type Holder, isProcessAlive, parseHolder, thisMachine, thisProcess } from "./holder.ts";
export { shownProfile } from "./profiles/profile-secrets.ts";
export { type LoadedProfiles, ProfilesFile, profileNotFound } from "./profiles/profiles-file.ts";
export { FileSecretStore, type FileSecretStoreOptions } from "./secrets/file-secret-store.ts";
export { KeychainSecretStore, type KeychainSecretStoreOptions } from "./secrets/keychain-secret-store.ts";
export { type OpenSecretStoreOptions, openSecretStore } from "./secrets/open-secret-store.ts";
export { createRedactor } from "./secrets/redact.ts";
export { type Substitution, substitute } from "./secrets/substitute.ts";
export { configurationPaths } from "./settings/configuration-paths.ts";
export { type ChangeListener, ContextProxy, type ContextProxyOptions } from "./settings/context-proxy.ts";
export type { EffectiveSettings } from "./settings/layers.ts";
export {
  loadSettings,
  localSettingsFile,
  projectSettingsFile,
  type SettingsSources,
  userSettingsFile,
} from "./settings/load-settings.ts";
export { shownSettings } from "./settings/sensitive-keys.ts";
export { type SettingsChanges, SettingsFile, type SettingsFileOptions } from "./settings/settings-file.ts";
export {
  type ConfigurationWatch,
  type WatchConfigurationOptions,
  watchConfiguration,
} from "./settings/watch-configuration.ts";
