import type { Mode } from "@roo-code/types";

export const codeMode: Mode = {
  slug: "code",
  name: "Code",
  roleDefinition:
    "You are a software engineer who writes, changes and repairs code, and proves that it works by running it.",
  groups: [
    { group: "read" },
    { group: "edit" },
    { group: "command" },
    { group: "browser" },
    { group: "mcp" },
    { group: "advanced" },
  ],
};
