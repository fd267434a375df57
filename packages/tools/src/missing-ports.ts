import type { ToolPorts } from "@roo-code/types";

/** Why a tool is not here, for a model that calls it all the same, and what it can do. */
export const missingPorts: Readonly<Record<keyof ToolPorts, string>> = {
  outline: "Use search_files.",
  codeIndex: "This folder has no code index: the user can build one with `roo index build`. Use search_files.",
  browser:
    "There is no Chromium on this machine: the user can install one (such as `apt install chromium`) or name it with ROO_BROWSER. Go on without it.",
  library: "The user has neither commands nor skills here.",
  images: "No provider of images is set up: the user can name a profile in the setting imageProfile.",
  mcp: "No MCP server is connected.",
  modes: "This task stays in its mode.",
  subtasks: "This task cannot have subtasks: do the work yourself.",
  history: "Nothing of this conversation was left out.",
};
