import { type ModelRequest, userMessage } from "@roo-code/types";

/** A small request that asks for something; whatever matters to the test is handed in. */
export function modelRequest(over: Partial<ModelRequest> = {}): ModelRequest {
  return {
    systemPrompt: "You are a test.",
    messages: [userMessage("hello")],
    tools: [],
    metadata: { taskId: "task-1", agent: "root", priorAttempts: 0 },
    signal: new AbortController().signal,
    ...over,
  };
}
