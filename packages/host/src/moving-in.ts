export {
  exportFormats,
  exportRooSettings,
  exportTask,
  type FoundImport,
  findImports,
  formatReport,
  type ImportReport,
  initProject,
} from "@roo-code/store/moving-in";
export { bringOver } from "./bring-over.ts";
