import type { RooEvent } from "@roo-code/ipc";
import { until } from "@roo-code/testkit/until";
import { expect, it } from "vitest";
import { PartialThrottle } from "./partial-throttle.ts";

it("sends only the newest of many updates, and none after the complete message", async () => {
  const sent: string[] = [];
  const throttle = new PartialThrottle(({ event }) => void sent.push(textOf(event)));
  const push = (event: RooEvent) => throttle.push({ event, traceparent: undefined });
  push(message("a", "created", true));
  for (const text of ["ab", "abc", "abcd"]) push(message(text, "updated", true));
  expect(sent).toEqual(["a"]);
  await until(() => sent.length === 2);
  expect(sent).toEqual(["a", "abcd"]);
  push(message("abcde", "updated", true));
  push(message("abcdef", "updated", false));
  throttle.flush();
  expect(sent).toEqual(["a", "abcd", "abcdef"]);
});

it("keeps the order of a delayed update and the event after it", () => {
  const sent: string[] = [];
  const throttle = new PartialThrottle(({ event }) => void sent.push(textOf(event)));
  throttle.push({ event: message("delayed", "updated", true), traceparent: undefined });
  throttle.push({ event: { eventName: "taskStarted", payload: ["t"] }, traceparent: undefined });
  expect(sent).toEqual(["delayed", "taskStarted"]);
});

function message(text: string, action: "created" | "updated", partial: boolean): RooEvent {
  const shown = { ts: 1, type: "say", say: "text", text, partial } as const;
  return { eventName: "message", payload: [{ taskId: "t", action, message: shown }] };
}

function textOf(event: RooEvent): string {
  return event.eventName === "message" ? (event.payload[0].message.text ?? "") : event.eventName;
}
