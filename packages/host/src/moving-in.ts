export {
  exportFormats,
  exportModes,
  exportRooSettings,
  exportTask,
  type FoundImport,
  findImports,
  formatReport,
  type ImportReport,
  importModes,
  initProject,
  newModeFile,
  removeMode,
  saveMode,
} from "@roo-code/store/moving-in";
export { bringOver } from "./bring-over.ts";
export { describeMode, type ModeDescription } from "./describe-mode.ts";
