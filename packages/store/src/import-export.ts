// A separate entry point: rarely used, and it loads schemas and parsers that no start should wait for.
export { type InitializedProject, initProject } from "./configuration/init-project.ts";
export { exportModes } from "./configuration/modes/export-modes.ts";
export { type ImportedMode, type ImportModesOptions, importModes } from "./configuration/modes/import-modes.ts";
export { type NewMode, newModeFile } from "./configuration/modes/new-mode-file.ts";
export { removeMode, saveMode } from "./configuration/modes/save-mode.ts";
export { configurationSchemas, writeSchemas } from "./configuration/schemas.ts";
export { exportRooSettings } from "./export/export-roo-settings.ts";
export { type ExportFormat, type ExportOptions, exportFormats, exportTask } from "./export/export-task.ts";
export { applyImport } from "./import/apply/apply-import.ts";
export {
  type Choose,
  formatReport,
  type ImportItem,
  type ImportKind,
  type ImportReport,
  type ImportTarget,
  type ReportLine,
} from "./import/apply/import-target.ts";
export { findImports, importRooSettings } from "./import/find-imports.ts";
export type {
  FoundFile,
  FoundImport,
  FoundMode,
  FoundTask,
  ImportOptions,
  ImportScope,
} from "./import/import-source.ts";
export { fromMode } from "./import/roo/roo-modes.ts";
