import type { ToolDefinition } from "@roo-code/types";

const longestName = 64;

/** A name the model made up may hold anything; the vendor refuses all but these characters, and a digit in front. */
export function toWireName(name: string): string {
  const safe = name.replaceAll(/[^A-Za-z0-9_.-]/g, "_");
  return (/^[A-Za-z_]/.test(safe) ? safe : `_${safe}`).slice(0, longestName);
}

/** The tool that was offered under this name. */
export function fromWireName(name: string, tools: readonly ToolDefinition[]): string {
  return tools.find((tool) => toWireName(tool.name) === name)?.name ?? name;
}
