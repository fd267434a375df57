// Tools without a task, for programs.

export { whyNotAllowed } from "./toolbox/tool-access.ts";
export {
  Toolbox,
  type ToolboxCall,
  type ToolboxResult,
} from "./toolbox/toolbox.ts";
