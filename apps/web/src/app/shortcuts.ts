/** Every key there is, for those who want to know. */
export const shortcuts = [
  {
    group: "Everywhere",
    keys: [
      { keys: "mod+k", does: "Command palette" },
      { keys: "mod+p", does: "Open a file" },
      { keys: "?", does: "Show shortcuts" },
    ],
  },
  {
    group: "In a task",
    keys: [
      { keys: "mod+j", does: "Focus the message box" },
      { keys: "enter", does: "Send" },
      { keys: "shift+enter", does: "New line" },
      { keys: "mod+.", does: "Stop" },
      { keys: "alt+y", does: "Allow" },
      { keys: "alt+n", does: "Deny with a reason" },
      { keys: "mod+\\", does: "Show or hide the workspace" },
      { keys: "alt+1", does: "Files; 2 changes, 3 terminal, 4 browser, 5 checkpoints, 6 subtasks" },
    ],
  },
  {
    group: "In the editor",
    keys: [
      { keys: "mod+s", does: "Save" },
      { keys: "mod+f", does: "Find" },
    ],
  },
] as const;
