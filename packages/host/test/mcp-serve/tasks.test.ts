import { existsSync } from "node:fs";
import { join } from "node:path";
import { until } from "@roo-code/testkit/until";
import { taskIdSchema } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { question as askQuestion, command, complete, serveModes, stateless } from "./serve-modes.ts";

const wait = { waitSeconds: 50 };
/** Without a sandbox a second line says so. */
const question = expect.stringMatching(/^touch made\.txt($|\n)/);

describe("a client", () => {
  it.each([
    ["with a session", undefined, "2025-11-25"],
    ["without one", stateless, "2026-07-28"],
  ])("%s runs a task and answers its questions", async (_, options, protocol) => {
    const at = await serveModes([command("touch made.txt"), complete("It is made.")]);
    const { client, view } = await at.connect(options);
    expect(client.getNegotiatedProtocolVersion()).toBe(protocol);
    const asking = await view("new_task", { prompt: "Make it.", ...wait });
    expect(asking).toMatchObject({ status: "waiting", mode: "code", questions: [{ text: question }] });
    expect(existsSync(join(at.project.root, "made.txt"))).toBe(false);
    const [{ taskId, callId } = { taskId: "", callId: "" }] = asking.questions;
    const done = await view("answer_approval", { taskId, callId, decision: "allow", ...wait });
    expect(done).toMatchObject({ taskId, status: "completed", result: "It is made.", questions: [] });
    expect(existsSync(join(at.project.root, "made.txt"))).toBe(true);
    expect(await view("get_task", { taskId })).toEqual(done);
  });

  it("may use the names of the agent's own tools: message and mode_slug", async () => {
    const { client, view, call } = await (await serveModes([complete("done")])).connect();
    await call("switch_mode", { mode_slug: "ask" });
    const done = await view("new_task", { message: "Create UserService", ...wait });
    expect(done).toMatchObject({ status: "completed", mode: "ask", result: "done" });
    const { tools } = await client.listTools();
    const { inputSchema } = tools.find(({ name }) => name === "new_task") ?? {};
    expect(inputSchema).toMatchObject({ type: "object", required: ["prompt"] });
    expect(Object.keys(inputSchema?.properties ?? {})).toEqual(["prompt", "mode", "waitSeconds"]);
  });

  it("denies a call with feedback, answers a question, and resumes an ended task", async () => {
    const replies = [
      command("rm -r everything"),
      askQuestion("Which one?", "this", "that"),
      complete("one"),
      complete("two"),
    ];
    const { view } = await (await serveModes(replies)).connect();
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

  it("expands a slash command in a message and switches to its mode, in a running and an ended task", async () => {
    const files = { ".roo/commands/greet.md": "---\nmode: ask\n---\nGreet $1 warmly." };
    const at = await serveModes([command("true"), complete("one"), complete("two")], { files });
    const { view, call } = await at.connect();
    const { taskId, questions } = await view("new_task", { prompt: "Begin.", mode: "code", ...wait });
    const log = async () => JSON.stringify(await at.host.tasks.read(taskIdSchema.parse(taskId)));
    expect(await view("send_message", { taskId, text: "/greet Anna" })).toMatchObject({ mode: "ask" });
    expect(await log()).toContain("Greet Anna warmly.");
    await call("switch_mode", { taskId, mode: "code" });
    const denied = { taskId, callId: questions[0]?.callId, decision: "deny", ...wait };
    expect(await view("answer_approval", denied)).toMatchObject({ result: "one", mode: "code" });
    expect(await view("send_message", { taskId, text: "/greet Ben", ...wait })).toMatchObject({ mode: "ask" });
    expect(await log()).toContain("Greet Ben warmly.");
  });

  it("cancels a task, which can be resumed", async () => {
    const at = await serveModes([command("sleep 1000"), complete("later")]);
    const { view, refusal } = await at.connect();
    const { taskId } = await view("new_task", { prompt: "Wait.", ...wait });
    expect(await view("cancel_task", { taskId })).toMatchObject({ status: "aborted", questions: [] });
    expect(await refusal("cancel_task", { taskId })).toContain("is not running in this process");
    expect((await view("send_message", { taskId, text: "Continue.", ...wait })).status).not.toBe("aborted");
  });

  it("switches the mode of new tasks, and of a waiting or ended one", async () => {
    const { view, call, refusal } = await (await serveModes([command("true"), complete("ok")])).connect();
    expect(await call("switch_mode", { mode: "ask" })).toEqual({ mode: "ask", taskId: null });
    expect(await call("list_modes")).toMatchObject({ current: "ask" });
    const { taskId, mode } = await view("new_task", { prompt: "What is this?", mode: "debug", ...wait });
    expect(mode).toBe("debug");
    await call("switch_mode", { taskId, mode: "code", reason: "to write it" });
    expect(await view("cancel_task", { taskId })).toMatchObject({ mode: "code" });
    await call("switch_mode", { taskId, mode: "architect" });
    expect(await view("get_task", { taskId })).toMatchObject({ mode: "architect", status: "aborted" });
    expect(await refusal("switch_mode", { mode: "unknown" })).toContain("Available modes: code, architect");
  });

  it("gets helpful error messages", async () => {
    const at = await serveModes([complete("ok")]);
    const { refusal, call } = await at.connect();
    const none = "01a1e6fe-2908-7671-9ba9-a031b48f72a4";
    expect(await refusal("get_task", { taskId: "../../etc/passwd" })).toContain("There is no task");
    expect(await refusal("get_task", { taskId: none })).toContain(none);
    expect(await refusal("new_task", { prompt: "x", mode: "unknown" })).toContain("unknown");
    expect(await refusal("answer_approval", { taskId: none, callId: "c", decision: "allow" })).toContain(
      "is not running",
    );
    expect(await refusal("new_task", { prompt: "" })).toContain("prompt");
    expect(await refusal("get_task", { taskId: none, waitSeconds: 5000 })).toContain("50");
    const withoutSession = await at.connect(stateless);
    expect(await withoutSession.refusal("switch_mode", { mode: "ask" })).toContain("no session");
    await expect(call("no_such_tool")).rejects.toThrow("no_such_tool");
  });

  it("receives progress while it waits", async () => {
    const at = await serveModes([command("true"), complete("ok")]);
    const { client } = await at.connect();
    const messages: string[] = [];
    await client.callTool(
      { name: "new_task", arguments: { prompt: "Go.", waitSeconds: 50 } },
      { onprogress: ({ message }) => messages.push(message ?? "") },
    );
    await until(() => messages.length > 0);
    expect(messages[0]).toBe("turn 0");
  });
});
