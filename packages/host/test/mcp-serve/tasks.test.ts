import { existsSync } from "node:fs";
import { join } from "node:path";
import { until } from "@roo-code/testkit/until";
import { taskIdSchema } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { command, complete, question, servedPlace, stateless } from "./served-place.ts";

const wait = { waitSeconds: 50 };
/** Where nothing confines commands, a line below says so. */
const asked = expect.stringMatching(/^touch made\.txt($|\n)/);

describe("a client", { timeout: 120_000 }, () => {
  it.each([
    ["with a session", undefined, "2025-11-25"],
    ["without one", stateless, "2026-07-28"],
  ])("%s has a task done, and answers what it asks", async (_, options, protocol) => {
    const at = await servedPlace([command("touch made.txt"), complete("It is made.")]);
    const { client, view } = await at.connect(options);
    expect(client.getNegotiatedProtocolVersion()).toBe(protocol);
    const asking = await view("new_task", { prompt: "Make it.", ...wait });
    expect(asking).toMatchObject({ status: "waiting", mode: "code", questions: [{ text: asked }] });
    expect(existsSync(join(at.project.root, "made.txt"))).toBe(false);
    const [{ taskId, callId } = { taskId: "", callId: "" }] = asking.questions;
    const done = await view("answer_approval", { taskId, callId, decision: "allow", ...wait });
    expect(done).toMatchObject({ taskId, status: "completed", result: "It is made.", questions: [] });
    expect(existsSync(join(at.project.root, "made.txt"))).toBe(true);
    expect(await view("get_task", { taskId })).toEqual(done);
  });

  it("denies, says what to do instead, answers a question, and goes on with a task that has ended", async () => {
    const replies = [
      command("rm -r everything"),
      question("Which one?", "this", "that"),
      complete("one"),
      complete("two"),
    ];
    const { view } = await (await servedPlace(replies)).connect();
    const { taskId, questions } = await view("new_task", { prompt: "Clean up.", ...wait });
    const callId = questions[0]?.callId;
    const denied = { taskId, callId, decision: "deny", feedback: "not everything", ...wait };
    expect(await view("answer_approval", denied)).toMatchObject({
      status: "waiting",
      questions: [{ kind: "question", text: "Which one?", choices: ["this", "that"] }],
    });
    expect(await view("send_message", { taskId, text: "that", ...wait })).toMatchObject({
      status: "completed",
      result: "one",
    });
    expect(await view("send_message", { taskId, text: "once more", ...wait })).toMatchObject({ result: "two" });
  });

  it("expands a follow-up's slash command and takes its mode, while the task runs and when it has ended", async () => {
    const files = { ".roo/commands/greet.md": "---\nmode: ask\n---\nGreet $1 warmly." };
    const at = await servedPlace([command("true"), complete("one"), complete("two")], { files });
    const { view, call } = await at.connect();
    const { taskId, questions } = await view("new_task", { prompt: "Begin.", mode: "code", ...wait });
    const said = async () => JSON.stringify(await at.host.tasks.read(taskIdSchema.parse(taskId)));
    expect(await view("send_message", { taskId, text: "/greet Anna" })).toMatchObject({ mode: "ask" });
    expect(await said()).toContain("Greet Anna warmly.");
    await call("switch_mode", { taskId, mode: "code" });
    const denied = { taskId, callId: questions[0]?.callId, decision: "deny", ...wait };
    expect(await view("answer_approval", denied)).toMatchObject({ result: "one", mode: "code" });
    expect(await view("send_message", { taskId, text: "/greet Ben", ...wait })).toMatchObject({ mode: "ask" });
    expect(await said()).toContain("Greet Ben warmly.");
  });

  it("cancels a task, which stays as it was and can go on", async () => {
    const at = await servedPlace([command("sleep 1000"), complete("later")]);
    const { view, refusal } = await at.connect();
    const { taskId } = await view("new_task", { prompt: "Wait.", ...wait });
    expect(await view("cancel_task", { taskId })).toMatchObject({ status: "aborted", questions: [] });
    expect(await refusal("cancel_task", { taskId })).toContain("is not running in this process");
    expect((await view("send_message", { taskId, text: "Go on.", ...wait })).status).not.toBe("aborted");
  });

  it("switches the mode of what it starts, and of a task that waits or has ended", async () => {
    const { view, call, refusal } = await (await servedPlace([command("true"), complete("ok")])).connect();
    expect(await call("switch_mode", { mode: "ask" })).toEqual({ mode: "ask", taskId: null });
    expect(await call("list_modes")).toMatchObject({ current: "ask" });
    const { taskId, mode } = await view("new_task", { prompt: "What is this?", mode: "debug", ...wait });
    expect(mode).toBe("debug");
    await call("switch_mode", { taskId, mode: "code", reason: "it is to be written" });
    expect(await view("cancel_task", { taskId })).toMatchObject({ mode: "code" });
    await call("switch_mode", { taskId, mode: "architect" });
    expect(await view("get_task", { taskId })).toMatchObject({ mode: "architect", status: "aborted" });
    expect(await refusal("switch_mode", { mode: "nobody" })).toContain("There are code, architect");
  });

  it("gets words that help for what is wrong", async () => {
    const at = await servedPlace([complete("ok")]);
    const { refusal, call } = await at.connect();
    const none = "01a1e6fe-2908-7671-9ba9-a031b48f72a4";
    expect(await refusal("get_task", { taskId: "../../etc/passwd" })).toContain("There is no task");
    expect(await refusal("get_task", { taskId: none })).toContain(none);
    expect(await refusal("new_task", { prompt: "x", mode: "nobody" })).toContain("nobody");
    expect(await refusal("answer_approval", { taskId: none, callId: "c", decision: "allow" })).toContain(
      "is not running",
    );
    expect(await refusal("new_task", { prompt: "" })).toContain("prompt");
    expect(await refusal("get_task", { taskId: none, waitSeconds: 5000 })).toContain("50");
    const withoutSession = await at.connect(stateless);
    expect(await withoutSession.refusal("switch_mode", { mode: "ask" })).toContain("no session");
    await expect(call("no_such_tool")).rejects.toThrow("no_such_tool");
  });

  it("is told how a task gets on while it waits", async () => {
    const at = await servedPlace([command("true"), complete("ok")]);
    const { client } = await at.connect();
    const told: string[] = [];
    await client.callTool(
      { name: "new_task", arguments: { prompt: "Go.", waitSeconds: 50 } },
      { onprogress: ({ message }) => told.push(message ?? "") },
    );
    await until(() => told.length > 0);
    expect(told[0]).toBe("turn 0");
  });
});
