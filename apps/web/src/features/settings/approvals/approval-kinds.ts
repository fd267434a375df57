import type { ApprovalKind } from "@roo-code/types";

export const kindLabels: Record<ApprovalKind, { readonly title: string; readonly about: string }> = {
  read: { title: "Read files", about: "Read and list files in the folder." },
  edit: { title: "Change files", about: "Every change can be undone." },
  command: { title: "Run commands", about: "In a shell, sandboxed where this machine supports it." },
  browser: { title: "Use the browser", about: "Open pages, click, type." },
  mcp: { title: "Use MCP tools", about: "From configured servers." },
  mode: { title: "Switch modes", about: "Continue in another mode." },
  subtask: { title: "Start subtasks", about: "Delegate parts of the work." },
  followup: { title: "Ask questions", about: "Questions are always shown to you." },
  protected: {
    title: "Change protected files",
    about: "Files that affect what runs later: .git, .roo, hooks, CI, shell start-up.",
  },
  destructive: {
    title: "Destructive commands",
    about: "What no edit can restore: rm -r, git push --force, DROP TABLE.",
  },
};
