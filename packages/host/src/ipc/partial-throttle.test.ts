import type { RooEvent } from "@roo-code/ipc";
import { until } from "@roo-code/testkit/until";
import { expect, it } from "vitest";
import { PartialThrottle } from "./partial-throttle.ts";

it("tells only the newest of many updates, in time, and none after the whole message", async () => {
  const told: string[] = [];
  const throttle = new PartialThrottle(({ event }) => void told.push(textOf(event)));
  const push = (event: RooEvent) => throttle.push({ event, traceparent: undefined });
  push(message("a", "created", true));
  for (const text of ["ab", "abc", "abcd"]) push(message(text, "updated", true));
  expect(told).toEqual(["a"]);
  await until(() => told.length === 2);
  expect(told).toEqual(["a", "abcd"]);
  push(message("abcde", "updated", true));
  push(message("abcdef", "updated", false));
  throttle.flush();
  expect(told).toEqual(["a", "abcd", "abcdef"]);
});

it("keeps the order of a held update and what follows it", () => {
  const told: string[] = [];
  const throttle = new PartialThrottle(({ event }) => void told.push(textOf(event)));
  throttle.push({ event: message("held", "updated", true), traceparent: undefined });
  throttle.push({ event: { eventName: "taskStarted", payload: ["t"] }, traceparent: undefined });
  expect(told).toEqual(["held", "taskStarted"]);
});

function message(text: string, action: "created" | "updated", partial: boolean): RooEvent {
  const shown = { ts: 1, type: "say", say: "text", text, partial } as const;
  return { eventName: "message", payload: [{ taskId: "t", action, message: shown }] };
}

function textOf(event: RooEvent): string {
  return event.eventName === "message" ? (event.payload[0].message.text ?? "") : event.eventName;
}
