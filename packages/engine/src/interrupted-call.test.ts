import { createHash } from "node:crypto";
import { type EventDraft, noUsage, userMessage } from "@roo-code/types";
import { expect, it } from "vitest";
import { stage } from "../test/agent-harness.ts";

const versionOf = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

/** A task that died while replacing "old" with "new". */
const editUnderWay: EventDraft[] = [
  { type: "message.added", opId: "op", message: userMessage("do it") },
  {
    type: "turn.end",
    turn: 1,
    message: {
      role: "assistant",
      content: [{ type: "tool-call", callId: "c", name: "write", input: { path: "a", content: "new" } }],
    },
    usage: noUsage(),
    stopReason: "tool-calls",
  },
  {
    type: "tool.start",
    callId: "c",
    name: "write",
    kind: "edit",
    steps: [{ path: "a", before: versionOf("old"), after: versionOf("new") }],
  },
];

it("completes an edit that had not been written", async () => {
  await using scene = await stage({ past: editUnderWay, files: { a: "old" }, replies: ["ok"] });
  expect(await scene.run()).toMatchObject({ status: "completed", filesChanged: ["a"] });
  expect(await scene.fileText("a")).toBe("new");
  expect((await scene.events()).find((event) => event.type === "tool.end")).toMatchObject({
    isError: false,
    content: "wrote a",
  });
});

it("does not repeat an edit that had been written", async () => {
  await using scene = await stage({ past: editUnderWay, files: { a: "new" }, replies: ["ok"] });
  expect(await scene.run()).toMatchObject({ status: "completed", filesChanged: ["a"] });
  expect((await scene.events()).find((event) => event.type === "tool.end")).toMatchObject({
    isError: false,
    content: expect.stringContaining("has been completed now"),
  });
});

it("changes nothing if someone else changed the file meanwhile", async () => {
  await using scene = await stage({ past: editUnderWay, files: { a: "mine" }, replies: ["ok"] });
  expect(await scene.run()).toMatchObject({ status: "completed", filesChanged: [] });
  expect(await scene.fileText("a")).toBe("mine");
  expect((await scene.events()).find((event) => event.type === "tool.end")).toMatchObject({
    isError: true,
    code: "interrupted",
  });
});

it("reports an interrupted action as unknown and never repeats it", async () => {
  await using scene = await stage({ replies: [{ calls: [{ name: "act", input: { what: "hang" }, callId: "act" }] }] });
  void scene.run();
  await expect.poll(() => scene.trace.done).toEqual(["hang"]);
  await using later = await scene.restart({ replies: ["understood"] });
  expect(await later.run()).toMatchObject({ status: "completed", result: "understood" });
  expect(later.trace.done).toEqual(["hang"]);
  expect(JSON.stringify(later.client.requests[0]?.messages.at(-1))).toContain("interrupted, outcome unknown");
});

it("repeats a read-only call without a result", async () => {
  const past: EventDraft[] = [
    { type: "message.added", opId: "op", message: userMessage("do it") },
    {
      type: "turn.end",
      turn: 1,
      message: { role: "assistant", content: [{ type: "tool-call", callId: "c", name: "look", input: { path: "a" } }] },
      usage: noUsage(),
      stopReason: "tool-calls",
    },
  ];
  await using scene = await stage({ past, files: { a: "A" }, replies: ["ok"] });
  await scene.run();
  expect(scene.trace.done).toEqual(["look a"]);
});
