/** Roo Code's settings that mean something to an agent wherever it runs: kept under their own names. */
export const keptSettings: ReadonlySet<string> = new Set(
  [
    "commandTimeoutAllowlist disabledTools",
    "preventCompletionWithOpenTodos autoCondenseContext autoCondenseContextPercent profileThresholds",
    "customCondensingPrompt customModePrompts customSupportPrompts includeCurrentTime includeCurrentCost",
    "maxGitStatusFiles includeDiagnosticMessages maxDiagnosticMessages maxOpenTabsContext maxWorkspaceFiles",
    "showRooIgnoredFiles enableSubfolderRules maxImageFileSize maxTotalImageSize enableCheckpoints checkpointTimeout",
    "followupAutoApproveTimeoutMs requestDelaySeconds writeDelayMs rateLimitSeconds mcpEnabled experiments",
    "codebaseIndexConfig codebaseIndexModels imageGenerationProvider openRouterImageGenerationSelectedModel",
  ].flatMap((line) => line.split(" ")),
);

/** What we know by another name, or read elsewhere: neither kept nor worth a word. */
export const mappedSettings: ReadonlySet<string> = new Set(
  [
    "currentApiConfigName listApiConfigMeta modeApiConfigs customInstructions mode language customModes taskHistory",
    "allowedMaxRequests allowedMaxCost allowedCommands deniedCommands autoApprove approvals commandExecutionTimeout",
    // What an interface remembers for itself.
    "lastShownAnnouncementId dismissedUpsells pinnedApiConfigs hasOpenedModeSelector historyPreviewCollapsed",
    "lastModeExportPath lastModeImportPath lastSettingsExportPath lastTaskExportPath lastImageSavePath",
  ].flatMap((line) => line.split(" ")),
);
