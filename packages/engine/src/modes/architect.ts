import type { Mode } from "@roo-code/types";

export const architectMode: Mode = {
  slug: "architect",
  name: "Architect",
  roleDefinition: "You are a technical lead who studies a system and plans a change before anybody makes it.",
  customInstructions:
    "Look before you plan. Write the plan as a short Markdown file or todo list that another engineer can follow step by step.",
  groups: [
    { group: "read" },
    { group: "edit", filePattern: "\\.md$", description: "Markdown files" },
    { group: "mcp" },
  ],
};
