import type { Message, ModelRequest, ToolDefinition } from "@roo-code/types";

/** What of a request vendors cache, in the order in which they read it. */
export interface SentPrefix {
  readonly systemPrompt: string;
  readonly tools: readonly ToolDefinition[];
  /** May have grown since; `count` of them were sent. */
  readonly messages: readonly Message[];
  readonly count: number;
}

export function prefixOf({ systemPrompt, tools, messages }: ModelRequest): SentPrefix {
  return { systemPrompt, tools, messages, count: messages.length };
}

/** The first part of the earlier request that the later one does not begin with, as people would call it. */
export function firstChange(before: SentPrefix, { tools, systemPrompt, messages }: ModelRequest): string | undefined {
  const tool = before.tools === tools ? undefined : changedTool(before.tools, tools);
  if (tool !== undefined) return `the tool ${tool}`;
  if (before.systemPrompt !== systemPrompt) return "the system prompt";
  if (before.messages === messages) return undefined;
  const index = before.messages.slice(0, before.count).findIndex((message, at) => !isSame(message, messages[at]));
  const changed = before.messages[index];
  return changed && `message ${index + 1} (${changed.role})`;
}

function changedTool(before: readonly ToolDefinition[], after: readonly ToolDefinition[]): string | undefined {
  const index = before.findIndex((tool, at) => !isSame(tool, after[at]));
  if (index >= 0) return before[index]?.name;
  return after[before.length]?.name;
}

/** Most are the very same object: comparing them costs nothing. */
function isSame(left: object, right: object | undefined): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
