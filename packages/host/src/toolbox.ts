// Tools without a task, for programs.
export {
  Toolbox,
  type ToolboxCall,
  type ToolboxOptions,
  type ToolboxResult,
} from "./toolbox/toolbox.ts";
export { whyNotAllowed } from "./toolbox/tool-access.ts";
