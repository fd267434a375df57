export const toolGroups = ["read", "edit", "command", "browser", "mcp", "modes", "advanced"] as const;
export type ToolGroup = (typeof toolGroups)[number];
