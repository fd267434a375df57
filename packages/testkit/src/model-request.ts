import { type ModelRequest, userMessage } from "@roo-code/types";

/** A minimal request; a test overrides what matters to it. */
export function modelRequest(overrides: Partial<ModelRequest> = {}): ModelRequest {
  return {
    systemPrompt: "You are a test.",
    messages: [userMessage("hello")],
    tools: [],
    metadata: { taskId: "task-1", agent: "root", priorAttempts: 0 },
    signal: new AbortController().signal,
    ...overrides,
  };
}
