import { ProviderError } from "@roo-code/types";
import { expect, it } from "vitest";
import { stage } from "../test/agent-harness.ts";

const call = (name: string, input: unknown, callId = name) => ({ name, input, callId });
const finish = (result: string) => ({ calls: [call("finish", { result })] });

it("ends with the text of a reply that calls no tool", async () => {
  await using scene = await stage({ replies: ["All is well."] });
  expect(await scene.run()).toMatchObject({
    taskId: "task-0001",
    status: "completed",
    result: "All is well.",
    turns: 1,
    filesChanged: [],
  });
  expect((await scene.events()).map(({ type }) => type)).toEqual([
    "task.start",
    "message.added",
    "run.start",
    "turn.start",
    "turn.end",
    "run.end",
  ]);
});

it("acts, reports results to the model, and ends when the model completes", async () => {
  await using scene = await stage({
    files: { "a.txt": "old" },
    replies: [
      { calls: [call("look", { path: "a.txt" })] },
      { calls: [call("write", { path: "a.txt", content: "new" })] },
      finish("done"),
    ],
  });
  expect(await scene.run()).toMatchObject({ status: "completed", result: "done", turns: 3, filesChanged: ["a.txt"] });
  expect(await scene.fileText("a.txt")).toBe("new");
  expect(scene.client.requests[1]?.messages.at(-1)).toEqual({
    role: "tool",
    content: [{ type: "tool-result", callId: "look", name: "look", content: "old", isError: false }],
  });
});

it("numbers its events without gaps and shows each only once it is durable", async () => {
  await using scene = await stage({ replies: [{ text: "hm", calls: [call("act", { what: "x" })] }, "ok"] });
  await scene.run();
  const events = await scene.events();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(scene.seen.filter((item) => !("live" in item))).toEqual(events);
  expect(scene.seen).toContainEqual({ live: true, type: "text.delta", text: "hm" });
  expect(scene.seen).toContainEqual({ live: true, type: "output.delta", callId: "act", text: "doing x" });
});

it("returns results in the order of the calls, and resolves aliases", async () => {
  await using scene = await stage({
    files: { a: "A", b: "B" },
    replies: [
      { calls: [call("see", { path: "a" }, "1"), call("look", { path: "b" }, "2"), call("act", { what: "x" }, "3")] },
      "ok",
    ],
  });
  await scene.run();
  const results = scene.client.requests[1]?.messages.at(-1);
  expect(results?.role === "tool" && results.content.map(({ content }) => content)).toEqual(["A", "B", "did x"]);
});

it("tells the model what is wrong with a call, and gives up after three invalid ones in a row", async () => {
  await using scene = await stage({
    replies: [
      { calls: [call("look_at", {})] },
      { calls: [call("look", { path: 3 })] },
      { calls: [{ name: "look", callId: "c", malformed: '{"pa' }] },
      "never",
    ],
  });
  expect(await scene.run()).toMatchObject({ status: "limit", error: { code: "limit_mistakes" } });
  const told = (await scene.events()).flatMap((event) =>
    event.type === "tool.end" ? [[event.code, event.content]] : [],
  );
  expect(told).toEqual([
    ["unknown_tool", expect.stringContaining("look")],
    ["invalid_input", expect.stringContaining("path")],
    ["malformed_input", expect.stringContaining("JSON")],
  ]);
});

it("does not give up before the model has seen its first mistake", async () => {
  const wrong = { calls: ["1", "2", "3", "4"].map((callId) => call("nonsense", { callId }, callId)) };
  await using mended = await stage({ replies: [wrong, "sorry"] });
  expect(await mended.run()).toMatchObject({ status: "completed", result: "sorry" });
  await using repeated = await stage({ replies: [wrong, { calls: [call("nonsense", { again: true })] }, "never"] });
  expect(await repeated.run()).toMatchObject({ status: "limit", turns: 2 });
});

it("ignores unknown parameters, and says so; null means omitted", async () => {
  await using scene = await stage({
    files: { a: "A" },
    replies: [{ calls: [call("look", { path: "a", line_count: 3, __proto__x: null })] }, "ok"],
  });
  await scene.run();
  expect(JSON.stringify(scene.client.requests[1]?.messages.at(-1))).toContain(
    "Ignored unknown parameters: line_count.",
  );
});

it("denies what is not auto-approved in an unattended run, and gives up after three denials", async () => {
  const denied = { calls: [call("act", { what: "x" })] };
  await using scene = await stage({
    autoApprove: [],
    replies: [denied, { calls: [call("act", { what: "y" })] }, { calls: [call("act", { what: "z" })] }, "never"],
  });
  expect(await scene.run()).toMatchObject({ status: "denied", error: { code: "denied" } });
  expect(scene.trace.done).toEqual([]);
});

it("says so when the user denied three calls", async () => {
  const replies = ["x", "y", "z"].map((what) => ({ calls: [call("act", { what })] }));
  await using scene = await stage({ attended: true, autoApprove: [], replies: [...replies, "never"] });
  const running = scene.run();
  for (const [index] of replies.entries()) {
    await expect.poll(() => scene.seen.filter((item) => item.type === "approval.requested").length).toBe(index + 1);
    await scene.agent.submit({ type: "approval.answer", opId: `answer-${index}`, callId: "act", decision: "deny" });
  }
  expect(await running).toMatchObject({
    status: "denied",
    error: { code: "denied", message: expect.stringMatching(/^You denied 3 calls in a row\. Send a message/) },
  });
});

it("completes even if something was denied before", async () => {
  await using scene = await stage({
    autoApprove: [],
    replies: [{ calls: [call("act", { what: "x" })] }, finish("as far as it goes")],
  });
  expect(await scene.run()).toMatchObject({ status: "completed" });
});

it("requires more than edit approval for a protected file", async () => {
  const edit = { calls: [call("write", { path: ".roo/rules.md", content: "obey" })] };
  await using denied = await stage({ autoApprove: ["edit"], replies: [edit, "ok"] });
  await denied.run();
  expect((await denied.events()).find((event) => event.type === "tool.end")).toMatchObject({
    isError: true,
    code: "denied",
  });
  await using allowed = await stage({ autoApprove: ["edit", "protected"], replies: [edit, "ok"] });
  await allowed.run();
  expect(await allowed.fileText(".roo/rules.md")).toBe("obey");
});

it("asks the user and follows the answer", async () => {
  await using scene = await stage({
    attended: true,
    autoApprove: [],
    replies: [{ calls: [call("act", { what: "x" })] }, { calls: [call("act", { what: "y" })] }, "ok"],
  });
  const decisions = ["allow", "deny"] as const;
  const running = scene.run();
  for (const [index, decision] of decisions.entries()) {
    await expect.poll(() => scene.seen.filter((item) => item.type === "approval.requested").length).toBe(index + 1);
    await scene.agent.submit({
      type: "approval.answer",
      opId: `answer-${index}`,
      callId: "act",
      decision,
      feedback: "because",
    });
    await scene.agent.submit({ type: "approval.answer", opId: `answer-${index}`, callId: "act", decision: "allow" });
  }
  expect(await running).toMatchObject({ status: "completed" });
  expect(scene.trace.done).toEqual(["x"]);
  expect(JSON.stringify(scene.client.requests[2]?.messages.at(-1))).toContain("because");
});

it("answers a question itself if unattended, and waits for the user if attended", async () => {
  await using alone = await stage({ replies: [{ calls: [call("ask", { question: "which?" })] }, "ok"] });
  await alone.run();
  expect(JSON.stringify(alone.client.requests[1]?.messages)).toContain("no one is available. Decide yourself");
  await using attended = await stage({
    attended: true,
    replies: [{ calls: [call("ask", { question: "which?" })] }, "ok"],
  });
  const running = attended.run();
  await expect.poll(() => attended.seen.some((item) => item.type === "question.requested")).toBe(true);
  await attended.agent.submit({ type: "question.answer", opId: "a", callId: "ask", answer: "the red one" });
  await running;
  expect(JSON.stringify(attended.client.requests[1]?.messages)).toContain("the red one");
});

it("restricts a mode to its tools and files", async () => {
  await using scene = await stage({
    mode: "architect",
    replies: [
      { calls: [call("write", { path: "a.ts", content: "x" })] },
      { calls: [call("act", { what: "x" })] },
      { calls: [call("write", { path: "plan.md", content: "# plan" })] },
      "ok",
    ],
  });
  await scene.run();
  expect(scene.client.requests[0]?.tools.map(({ name }) => name)).toEqual([
    "look",
    "write",
    "fail",
    "crash",
    "ask",
    "plan",
    "switch_mode",
    "new_task",
    "finish",
  ]);
  const ends = (await scene.events()).flatMap((event) =>
    event.type === "tool.end" ? [[event.code, event.isError]] : [],
  );
  expect(ends).toEqual([
    ["file_restricted", true],
    ["tool_not_allowed", true],
    [undefined, false],
  ]);
  expect(await scene.fileText("plan.md")).toBe("# plan");
});

it("refuses a completion before the other calls of the same reply are done", async () => {
  const calls = [call("finish", { result: "too early" }, "1"), call("act", { what: "x" }, "2")];
  await using scene = await stage({ replies: [{ calls }, "really done"] });
  expect(await scene.run()).toMatchObject({ status: "completed", result: "really done" });
  expect(scene.trace.done).toEqual(["x"]);
});

it("refuses a completion in the same reply as a failure", async () => {
  await using scene = await stage({
    replies: [{ calls: [call("fail", { why: "no" }), call("finish", { result: "done" })] }, finish("really done")],
  });
  expect(await scene.run()).toMatchObject({ status: "completed", result: "really done" });
});

it("keeps the todo list", async () => {
  await using scene = await stage({ replies: [{ calls: [call("plan", { text: "first" })] }, "ok"] });
  await scene.run();
  expect(scene.agent.state.todos).toEqual([{ text: "first", status: "pending" }]);
});

it("stops at a number of turns, tokens or dollars, after the reply that reached it", async () => {
  const replies = Array.from({ length: 9 }, (_, index) => ({
    calls: [call("act", { what: `${index}` })],
    usage: { inputTokens: 40, outputTokens: 10, costUsd: 0.02 },
  }));
  const cases = [
    { limits: { turns: 2 }, code: "limit_turns", turns: 2 },
    { limits: { tokens: 120 }, code: "limit_tokens", turns: 3 },
    { limits: { costUsd: 0.05 }, code: "limit_cost", turns: 3 },
  ];
  for (const { limits, code, turns } of cases) {
    await using scene = await stage({ limits, replies });
    expect(await scene.run()).toMatchObject({ status: "limit", turns, error: { code } });
  }
});

it("aborts what is in progress at the time limit", async () => {
  await using scene = await stage({ limits: { seconds: 5 }, replies: [{ hangs: true, text: "half", afterChunks: 2 }] });
  const running = scene.run();
  await scene.clock.untilSleeping();
  await expect.poll(() => scene.seen.some((item) => item.type === "text.delta")).toBe(true);
  await scene.clock.advance(5000);
  expect(await running).toMatchObject({ status: "limit", error: { code: "limit_time" } });
});

it("aborts a reply and a running action, records both, and can be resumed", async () => {
  await using scene = await stage({ replies: [{ calls: [call("act", { what: "hang" })] }] });
  const running = scene.run();
  await expect.poll(() => scene.trace.done).toEqual(["hang"]);
  await scene.agent.submit({ type: "run.abort", opId: "stop" });
  await scene.agent.submit({ type: "run.abort", opId: "stop again" });
  expect(await running).toMatchObject({ status: "aborted" });
  expect((await scene.events()).slice(-3)).toMatchObject([
    { type: "abort.requested", opId: "stop" },
    { type: "tool.end", code: "aborted" },
    { type: "run.end", status: "aborted" },
  ]);
  await scene.agent.submit({ type: "run.abort", opId: "too late" });
  expect((await scene.events()).at(-1)).toMatchObject({ type: "run.end" });
  await using later = await scene.restart({ replies: ["went on"] });
  expect(await later.run()).toMatchObject({ status: "completed", result: "went on" });
  expect(scene.trace.done).toEqual(["hang"]);
});

it("records an abort and a condense request before the run, once each", async () => {
  await using scene = await stage({ replies: ["never"] });
  await scene.agent.submit({ type: "context.condense", opId: "shorter" });
  await scene.agent.submit({ type: "context.condense", opId: "shorter" });
  expect(scene.agent.state.condenseRequested).toBe(true);
  await using later = await scene.restart({ replies: ["never"] });
  expect(later.agent.state).toMatchObject({ condenseRequested: true });
  await later.agent.submit({ type: "run.abort", opId: "stop", reason: "server_stopped" });
  expect(await later.run()).toMatchObject({ status: "aborted", turns: 0, error: { code: "aborted" } });
  const asked = (await later.events()).filter(({ type }) => type.endsWith(".requested"));
  expect(asked).toMatchObject([
    { type: "condense.requested", opId: "shorter" },
    { type: "abort.requested", opId: "stop", reason: "server_stopped" },
  ]);
  expect(later.agent.state.condenseRequested).toBe(false);
});

it("retries a transient failure, waits as requested, and counts a reply once", async () => {
  const busy = new ProviderError({ code: "rate_limited", message: "slow down", status: 429, retryAfterMs: 700 });
  await using scene = await stage({ replies: [{ text: "half a rep", error: busy, afterChunks: 2 }, "ok"] });
  const running = scene.run();
  await scene.clock.untilSleeping();
  expect(scene.clock.sleeping).toBe(1);
  await scene.clock.advance(699);
  expect(scene.client.requests).toHaveLength(1);
  await scene.clock.advance(36);
  expect(await running).toMatchObject({ status: "completed", turns: 1 });
  expect((await scene.events()).find((event) => event.type === "turn.failed")).toMatchObject({
    partial: "half a rep",
    retryInMs: 735,
    error: { status: 429 },
  });
  expect(scene.client.requests.map(({ metadata }) => metadata.priorAttempts)).toEqual([0, 1]);
});

it("keeps a bounded part of a reply that failed", async () => {
  const endless = new ProviderError({ code: "unauthorized", message: "enough" });
  await using scene = await stage({ replies: [{ text: "x".repeat(1_000_000), error: endless, afterChunks: 2 }] });
  await scene.run();
  const failed = (await scene.events()).flatMap((event) => (event.type === "turn.failed" ? [event.partial] : []));
  expect(failed).toEqual(["x".repeat(200_000)]);
});

it("gives up at once on a permanent failure, and after some attempts on others", async () => {
  const wrong = new ProviderError({ code: "unauthorized", message: "bad key" });
  await using refused = await stage({ replies: [{ error: wrong }, "never"] });
  expect(await refused.run()).toMatchObject({ status: "failed", error: { code: "unauthorized" }, turns: 0 });
  const down = { error: new ProviderError({ code: "overloaded", message: "down" }) };
  await using tried = await stage({ replies: [down, down, down, "never"] });
  const running = tried.run();
  for (const delay of [75, 150]) {
    await tried.clock.untilSleeping();
    await tried.clock.advance(delay);
  }
  expect(await running).toMatchObject({ status: "failed", error: { code: "overloaded" } });
  expect(tried.client.remaining).toBe(1);
});

it("treats an empty reply as a failure", async () => {
  await using scene = await stage({ replies: ["", "here it is"] });
  const running = scene.run();
  await scene.clock.untilSleeping();
  await scene.clock.advance(1000);
  expect(await running).toMatchObject({ status: "completed", result: "here it is" });
});

it("lets the model continue after a reply cut off at its output limit", async () => {
  await using scene = await stage({ replies: [{ text: "first ha", stopReason: "length" }, "lf"] });
  expect(await scene.run()).toMatchObject({ status: "completed", result: "lf" });
  expect(JSON.stringify(scene.client.requests[1]?.messages.at(-1))).toContain("cut off");
});

it("adds a message received meanwhile after the pending results", async () => {
  await using scene = await stage({
    attended: true,
    autoApprove: [],
    replies: [{ calls: [call("act", { what: "x" })] }, "ok"],
  });
  const running = scene.run();
  await expect.poll(() => scene.seen.some((item) => item.type === "approval.requested")).toBe(true);
  await scene.agent.submit({ type: "message.send", opId: "more", text: "and this" });
  await scene.agent.submit({ type: "approval.answer", opId: "yes", callId: "act", decision: "allow" });
  await running;
  expect(scene.client.requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
});

it("never changes earlier messages: requests only grow", async () => {
  const replies = Array.from({ length: 6 }, (_, index) => ({
    calls: [call("act", { what: `${index}` }, `c${index}`)],
  }));
  await using scene = await stage({ replies: [...replies, "ok"] });
  await scene.run();
  const texts = scene.client.requests.map((request) => JSON.stringify(request.messages).slice(0, -1));
  for (const [index, text] of texts.slice(1).entries()) expect(text.startsWith(texts[index] ?? "?")).toBe(true);
  expect(new Set(scene.client.requests.map(({ systemPrompt }) => systemPrompt)).size).toBe(1);
});

it("returns the earlier result when a completed task runs again without a message, and continues with one", async () => {
  await using scene = await stage({ replies: [finish("done")] });
  await scene.run();
  await using again = await scene.restart({ replies: [] });
  expect(await again.run()).toMatchObject({ status: "completed", result: "done", turns: 1 });
  await using more = await again.restart({ prompt: "and now?", replies: ["more"] });
  expect(await more.run()).toMatchObject({ status: "completed", result: "more", turns: 2 });
});
