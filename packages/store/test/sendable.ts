import { type Message, reduceTask, type TaskEvent, type TaskState, toolCalls } from "@roo-code/types";
import { expect } from "vitest";

/** The fold of the events; fails unless it is a conversation that every vendor accepts and that can be continued. */
export function expectSendable(events: readonly TaskEvent[]): TaskState {
  const state = reduceTask(events);
  expect(state.openCalls).toEqual([]);
  expect(state.waitingMessages).toEqual([]);
  expect(state.messages[0]?.role).toBe("user");
  const ids: string[] = [];
  for (const [index, message] of state.messages.entries()) {
    expect(message.content.length, `message ${index}`).toBeGreaterThan(0);
    expectInPlace(message, state.messages[index - 1], state.messages[index + 1]);
    if (message.role === "assistant") ids.push(...toolCalls(message).map(({ callId }) => callId));
  }
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  return state;
}

function expectInPlace(message: Message, before: Message | undefined, after: Message | undefined): void {
  const calls = message.role === "assistant" ? toolCalls(message).map(({ callId }) => callId) : [];
  if (message.role === "assistant") expect(before?.role, "a reply after a reply").not.toBe("assistant");
  if (message.role === "tool") expect(before?.role, "results without calls").toBe("assistant");
  if (calls.length > 0) expect(after?.role === "tool" ? after.content.map(({ callId }) => callId) : []).toEqual(calls);
  if (message.role !== "tool")
    for (const part of message.content) if (part.type === "text") expect(part.text, "an empty text").not.toBe("");
}
