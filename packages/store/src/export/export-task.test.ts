import { type TaskEvent, taskEventSchema } from "@roo-code/types";
import { expect, test } from "vitest";
import { eventfulTask, taskEvents } from "../../test/task-events.ts";
import { createRedactor } from "../secrets/redact.ts";
import { exportFormats, exportTask } from "./export-task.ts";

const plain = (text: string): string => text;

test("json contains our events", async () => {
  const files = await exportTask(eventfulTask, { format: "json", redact: plain });
  const events: TaskEvent[] = JSON.parse(files.get("events.json") ?? "");
  expect(events).toEqual(eventfulTask);
  for (const event of events) taskEventSchema.parse(event);
});

test("markdown is a transcript, with fences that nothing inside can close", async () => {
  const files = await exportTask(eventfulTask, { format: "markdown", redact: plain });
  const text = files.get("task.md") ?? "";
  expect(text).toMatch(/^# Fix it\n/);
  expect(text).toContain("- Model: vendor/model-1");
  expect(text).toContain("- Tokens: 100 in, 20 out, $0.0100");
  expect(text).toContain("## User\n\nFix it\nplease\n\n*(image, image/png)*");
  expect(text).toContain("## Assistant\n\n> Look first.\n\nI look.\n\n**read_file**");
  expect(text).toContain("### Result of read_file\n\n````\n```\ncode\n```\n````");
  expect(text).toContain("### Result of execute_command (failed)");
  expect(text).toContain("Ended: completed");
});

test.each(exportFormats)("%s contains no secret and does not modify the events", async (format) => {
  const secret = "CANARY-secret-value";
  const events = taskEvents([
    { by: "user", parts: [{ type: "text", text: `My key is ${secret}` }] },
    {
      by: "assistant",
      parts: [
        { type: "reasoning", text: secret },
        { type: "tool-call", callId: "c", name: secret, input: { [secret]: [{ deep: secret }] } },
      ],
    },
    { by: "user", parts: [{ type: "tool-result", callId: "c", content: JSON.stringify({ secret }), isError: true }] },
  ]);
  const before = structuredClone(events);
  const files = await exportTask(events, { format, redact: createRedactor([secret]) });
  expect([...files.entries()].flat().join("\n")).not.toContain("CANARY");
  expect(events).toEqual(before);
});

test.each(exportFormats)("%s supports a task that has just started", async (format) => {
  const files = await exportTask(eventfulTask.slice(0, 1), { format, redact: plain });
  expect(files.size).toBeGreaterThan(0);
});
