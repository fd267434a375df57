import type { McpCallRow } from "@roo-code/types";
import type { McpGold } from "./mcp-trial.ts";

/** Which tools were chosen, against those that are needed. Null: there is nothing to take a share of. */
export interface ToolSelection {
  /** Of the tools called, the share that is needed. */
  readonly precision: number | null;
  /** Of the tools needed, the share that was called. */
  readonly recall: number | null;
  /** Whether the first call was to a needed tool; without a call, whether none was needed. */
  readonly isFirstRight: boolean;
}

export function toolSelection(calls: readonly McpCallRow[], gold: McpGold): ToolSelection {
  const called = new Set(calls.map(({ toolName }) => toolName));
  const needed = new Set(gold.tools);
  const right = [...called].filter((tool) => needed.has(tool)).length;
  const [first] = calls;
  return {
    precision: called.size === 0 ? null : right / called.size,
    recall: needed.size === 0 ? null : right / needed.size,
    isFirstRight: first === undefined ? needed.size === 0 : needed.has(first.toolName),
  };
}
