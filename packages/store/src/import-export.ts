// A separate entry point: rarely used, and it loads schemas and parsers that no start should wait for.
export { initProject } from "./configuration/init-project.ts";
export { exportModes } from "./configuration/modes/export-modes.ts";
export { importModes } from "./configuration/modes/import-modes.ts";
export { newModeFile } from "./configuration/modes/new-mode-file.ts";
export { removeMode, saveMode } from "./configuration/modes/save-mode.ts";
export { exportRooSettings } from "./export/export-roo-settings.ts";
export { exportFormats, exportTask } from "./export/export-task.ts";
export { applyImport } from "./import/apply/apply-import.ts";
export { type Choose, formatReport, type ImportReport, type ImportTarget } from "./import/apply/import-target.ts";
export { findImports, importRooSettings } from "./import/find-imports.ts";
export type { FoundImport, FoundTask, ImportScope } from "./import/import-source.ts";
export { fromMode } from "./import/roo/roo-modes.ts";
