import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Message, reduceTask, type TaskEvent } from "@roo-code/types";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findOne, taskOf } from "../../test/import-fixture.ts";
import { eventfulTask, taskEvents } from "../../test/task-events.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { SourceFolder } from "../import/read/source-folder.ts";
import type { ForeignMessage, ForeignPart } from "../import/tasks/conversation.ts";
import { rooConversation } from "../import/tasks/roo-conversation.ts";
import { toRooFiles } from "./to-roo-files.ts";

function writeRoo(events: readonly TaskEvent[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of toRooFiles(events)) writeFileSync(join(folder, name), content);
}

function readRoo(folder: string): TaskEvent[] {
  const source = SourceFolder.open(folder, () => undefined);
  return taskEvents((source && rooConversation(source, {}))?.messages ?? []);
}

/** Without signatures of vendors, which are not imported. */
function unsigned(messages: readonly Message[]): unknown {
  return JSON.parse(JSON.stringify(messages, (key, value: unknown) => (key === "signature" ? undefined : value)));
}

test("a task exported in Roo Code's format can be imported with its conversation, cost and folder", async () => {
  const homeFolder = tempFolder();
  const storage = join(homeFolder, ".vscode-mock", "global-storage");
  writeRoo(eventfulTask, join(storage, "tasks", "task-1"));
  const imported = await findOne("roo", { homeFolder, workspace: tempFolder(), environment: {}, platform: "linux" });
  const task = taskOf(imported, "task-1");
  expect(task).toMatchObject({ taskId: "task-1", title: "Fix it", cwd: "/project" });
  const [before, after] = [reduceTask(eventfulTask), reduceTask(task.events())];
  expect(after.messages).toEqual(before.messages);
  expect(after).toMatchObject({
    usage: before.usage,
    mode: "code",
    completion: "Fixed.",
    environment: { cwd: "/project" },
  });
});

test("its files contain what Roo Code reads", () => {
  const files = toRooFiles(eventfulTask);
  expect([...files.keys()]).toEqual(["api_conversation_history.json", "ui_messages.json", "history_item.json"]);
  const shown: { ts: number; type: string; say?: string; ask?: string }[] = JSON.parse(
    files.get("ui_messages.json") ?? "",
  );
  expect(shown.map(({ say, ask }) => say ?? ask)).toEqual([
    "text",
    "api_req_started",
    "reasoning",
    "text",
    "tool",
    "command",
    "error",
    "user_feedback",
    "api_req_started",
    "completion_result",
  ]);
  expect(new Set(shown.map(({ ts }) => ts)).size).toBe(shown.length);
  expect(JSON.parse(files.get("history_item.json") ?? "")).toMatchObject({
    id: "task-1",
    task: "Fix it\nplease",
    tokensIn: 100,
    tokensOut: 20,
    totalCost: 0.01,
    status: "completed",
  });
});

test("an interrupted task keeps the results it had", () => {
  const events = eventfulTask.slice(0, 5);
  expect(reduceTask(events).openCalls).toHaveLength(2);
  const folder = tempFolder("task");
  writeRoo(events, folder);
  const { messages } = reduceTask(readRoo(folder));
  expect(messages.at(-1)?.content).toMatchObject([
    { callId: "call_1", content: "```\ncode\n```" },
    { callId: "call_2", content: "No result of this call was recorded." },
  ]);
});

const text = fc.string({ minLength: 1, unit: "grapheme" });
const image = fc.record({
  type: fc.constant("image" as const),
  mediaType: fc.constantFrom("image/png", "image/jpeg"),
  data: fc.base64String({ minLength: 4 }),
});
const userPart: fc.Arbitrary<ForeignPart> = fc.oneof(fc.record({ type: fc.constant("text" as const), text }), image);
/** Keys that reach an object's prototype are dropped on purpose. */
const isImported = (input: object) => !/"(?:__proto__|constructor|prototype)":/.test(JSON.stringify(input));
const turn = fc.record({
  words: fc.array(userPart, { minLength: 1, maxLength: 3 }),
  reply: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant("text" as const), text }),
      fc.record({ type: fc.constant("reasoning" as const), text }),
    ),
    { maxLength: 3 },
  ),
  calls: fc.array(
    fc.record({
      name: fc.constantFrom("read_file", "execute_command"),
      input: fc.dictionary(fc.string(), fc.jsonValue()).filter(isImported),
      content: text,
      isError: fc.boolean(),
      images: fc.option(fc.array(image, { minLength: 1, maxLength: 2 }), { nil: undefined }),
    }),
    { maxLength: 3 },
  ),
});

test("any conversation survives the export to Roo Code's format and back", () => {
  const folder = tempFolder("task");
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 5 }), (turns) => {
      const said = turns.flatMap(({ words, reply, calls }, index): ForeignMessage[] => [
        { by: "user", parts: words },
        {
          by: "assistant",
          parts: [
            ...reply,
            ...calls.map(
              ({ name, input }, at): ForeignPart => ({ type: "tool-call", callId: `call_${index}_${at}`, name, input }),
            ),
          ],
        },
        {
          by: "user",
          parts: calls.map(
            ({ content, isError, images }, at): ForeignPart => ({
              type: "tool-result",
              callId: `call_${index}_${at}`,
              content,
              isError,
              images,
            }),
          ),
        },
      ]);
      const events = taskEvents(said);
      writeRoo(events, folder);
      expect(unsigned(reduceTask(readRoo(folder)).messages)).toEqual(unsigned(reduceTask(events).messages));
    }),
    { numRuns: 200 },
  );
});
