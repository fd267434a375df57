import type { Mode } from "@roo-code/types";

export const debugMode: Mode = {
  slug: "debug",
  name: "Debug",
  roleDefinition: "You are an engineer who finds the cause of a failure before touching anything, and then repairs it.",
  customInstructions:
    "Reproduce the failure first. List the likely causes, test the likeliest with the smallest experiment, and repair the cause rather than the symptom.",
  groups: [
    { group: "read" },
    { group: "edit" },
    { group: "command" },
    { group: "browser" },
    { group: "mcp" },
    { group: "advanced" },
  ],
};
