import type { ApprovalKind } from "@roo-code/types";

/** What each kind of effect means to a person. */
export const kindWords: Record<ApprovalKind, { readonly title: string; readonly about: string }> = {
  read: { title: "Read files", about: "Files of the folder, and lists of them." },
  edit: { title: "Change files", about: "Every change can be undone." },
  command: { title: "Run commands", about: "In a shell, confined as well as this machine can." },
  browser: { title: "Use the browser", about: "Open pages, click, type." },
  mcp: { title: "Use MCP tools", about: "Of the servers that are set up." },
  mode: { title: "Change its mode", about: "Go on in another role." },
  subtask: { title: "Begin subtasks", about: "Give parts of the work to others." },
  followup: { title: "Ask questions", about: "They are always put to you." },
  protected: {
    title: "Change protected files",
    about: "What changes what runs later: .git, .roo, hooks, CI, shell start-up.",
  },
  destructive: { title: "Destroy", about: "What no edit can bring back: rm -r, git push --force, DROP TABLE." },
};
