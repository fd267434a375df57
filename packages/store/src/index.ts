export { loadCommands } from "./configuration/load-commands.ts";
export { type LoadedHooks, loadHooks } from "./configuration/load-hooks.ts";
export { loadMcpServers, type McpServer } from "./configuration/load-mcp-servers.ts";
export { loadModes, type ModeWithOrigin } from "./configuration/load-modes.ts";
export { loadRules } from "./configuration/load-rules.ts";
export { loadSkills, type Skill, skillsForMode } from "./configuration/load-skills.ts";
export type { Hook, HookEvent } from "./configuration/parse-hook.ts";
export { acquireFence } from "./fence.ts";
export { FileEventLog } from "./file-event-log.ts";
export { isProcessAlive, parseHolder, thisMachine, thisProcess } from "./holder.ts";
export { shownProfile } from "./profiles/profile-secrets.ts";
export { ProfilesFile } from "./profiles/profiles-file.ts";
/** @internal */
export { FileSecretStore } from "./secrets/file-secret-store.ts";
export { openSecretStore } from "./secrets/open-secret-store.ts";
export { createRedactor } from "./secrets/redact.ts";
export { substitute } from "./secrets/substitute.ts";
export { configurationPaths } from "./settings/configuration-paths.ts";
/** @public */
export { type ChangeListener, ContextProxy, type ContextProxyOptions } from "./settings/context-proxy.ts";
export type { EffectiveSettings } from "./settings/layers.ts";
export { loadSettings, localSettingsFile, projectSettingsFile, userSettingsFile } from "./settings/load-settings.ts";
export { shownSettings } from "./settings/sensitive-keys.ts";
export { SettingsFile } from "./settings/settings-file.ts";
export { watchConfiguration } from "./settings/watch-configuration.ts";
