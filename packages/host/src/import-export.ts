export {
  exportFormats,
  exportModes,
  exportRooSettings,
  exportTask,
  type FoundImport,
  findImports,
  formatReport,
  importModes,
  initProject,
  newModeFile,
  removeMode,
  saveMode,
} from "@roo-code/store/import-export";
export { describeMode, type ModeDescription } from "./configuration/inventory.ts";
export { importFound } from "./import/import-found.ts";
