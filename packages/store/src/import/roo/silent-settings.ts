/** What we read elsewhere, and what an interface remembers for itself: neither brought over nor worth a word. */
export const silentSettings: ReadonlySet<string> = new Set(
  [
    "currentApiConfigName listApiConfigMeta modeApiConfigs customModes taskHistory",
    "lastShownAnnouncementId dismissedUpsells pinnedApiConfigs hasOpenedModeSelector historyPreviewCollapsed",
    "lastModeExportPath lastModeImportPath lastSettingsExportPath lastTaskExportPath lastImageSavePath",
  ].flatMap((line) => line.split(" ")),
);
