import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { modelRequest } from "@roo-code/testkit/model-request";
import { type ApiChunk, type Message, type ModelRequest, userMessage } from "@roo-code/types";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RooClient, type RooClientOptions } from "../../roo-client.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "replay-"));
});
afterAll(() => rm(folder, { recursive: true }));

let scripts = 0;
async function replay(lines: readonly (object | string)[], options: RooClientOptions = {}): Promise<RooClient> {
  const replayFile = join(folder, `${scripts++}.jsonl`);
  await writeFile(replayFile, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return new RooClient({ apiProvider: "replay", replayFile }, options);
}

const at = (
  priorAttempts: number,
  over: Partial<ModelRequest> & { agent?: string; purpose?: "condense" } = {},
): ModelRequest => {
  const { agent = "root", purpose, ...rest } = over;
  return modelRequest({ metadata: { taskId: "task-1", agent, priorAttempts, ...(purpose && { purpose }) }, ...rest });
};

async function chunksOf(client: RooClient, request: ModelRequest): Promise<ApiChunk[]> {
  const chunks: ApiChunk[] = [];
  for await (const chunk of client.createMessage(request)) chunks.push(chunk);
  return chunks;
}

describe("the replay provider", () => {
  it("plays the line at the task's position, repeatably", async () => {
    const client = await replay([
      { text: "first" },
      {
        toolCalls: [
          { name: "read_file", input: { path: "a" } },
          { id: "given", name: "t", input: {} },
        ],
      },
    ]);
    const second = client.createMessage(at(1));
    const final = await second.getFinalMessage();
    expect(final).toEqual({
      message: {
        role: "assistant",
        content: [
          { type: "tool-call", callId: "call_1_0", name: "read_file", input: { path: "a" } },
          { type: "tool-call", callId: "given", name: "t", input: {} },
        ],
      },
      usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null },
      stopReason: "tool-calls",
    });
    expect(await client.createMessage(at(1)).getFinalMessage()).toEqual(final);
    expect((await client.createMessage(at(0)).getFinalMessage()).stopReason).toBe("end");
  });

  it("exposes its provider and model", async () => {
    const client = await replay([]);
    expect([client.provider, client.model]).toEqual(["replay", "replay"]);
  });

  it("plays each agent its own lines", async () => {
    const client = await replay([{ text: "root" }, { text: "child", agent: "child-1" }]);
    const { message } = await client.createMessage(at(0, { agent: "child-1" })).getFinalMessage();
    expect(message.content).toEqual([{ type: "text", text: "child" }]);
  });

  it("fails when there is no line left", async () => {
    const client = await replay([{ text: "only" }]);
    await expect(client.createMessage(at(1)).getFinalMessage()).rejects.toMatchObject({ code: "replay_exhausted" });
    const child = client.createMessage(at(0, { agent: "child-9" })).getFinalMessage();
    await expect(child).rejects.toThrow(/0 replies for child-9/);
  });

  it("plays a summary where the script has one, without counting it as a reply", async () => {
    const client = await replay([{ text: "one" }, { text: "short", purpose: "condense" }, { text: "two" }]);
    const textAt = async (request: ModelRequest) => (await client.createMessage(request).getFinalMessage()).message;
    expect(await textAt(at(1, { purpose: "condense" }))).toMatchObject({ content: [{ text: "short" }] });
    expect(await textAt(at(1))).toMatchObject({ content: [{ text: "two" }] });
    await expect(textAt(at(2, { purpose: "condense" }))).rejects.toMatchObject({ code: "replay_exhausted" });
  });

  it("streams text in at most 16 characters and input in at most 64, whole code points only", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 200 }), async (text) => {
        const chunks = await chunksOf(
          await replay([{ text, reasoning: text, toolCalls: [{ name: "t", input: { text } }] }]),
          at(0),
        );
        const pieces = (type: string) =>
          chunks.flatMap((chunk) => (chunk.type === type && "text" in chunk ? chunk.text : []));
        expect(pieces("text.delta").join("")).toBe(text);
        expect(pieces("reasoning.delta").join("")).toBe(text);
        expect(pieces("call.delta").join("")).toBe(JSON.stringify({ text }));
        for (const piece of [...pieces("text.delta"), ...pieces("reasoning.delta")])
          expect(piece.length).toBeLessThanOrEqual(16);
        for (const piece of pieces("call.delta")) expect(piece.length).toBeLessThanOrEqual(64);
        for (const piece of pieces("text.delta")) expect(piece.isWellFormed()).toBe(true);
      }),
      { numRuns: 30, examples: [[`x${"😀".repeat(40)}`]] },
    );
  });

  it("sends raw arguments unchanged", async () => {
    const client = await replay([{ rawToolCalls: [{ name: "t", arguments: '{"path": "a' }] }]);
    const stream = client.createMessage(at(0));
    await stream.getFinalMessage();
    expect(stream.getToolUses()).toMatchObject([{ callId: "call_0_0", input: {}, malformed: '{"path": "a' }]);
  });

  it("makes duplicated call ids unique", async () => {
    const call = { id: "same", name: "t", input: {} };
    const stream = (await replay([{ toolCalls: [call, call] }])).createMessage(at(0));
    await stream.getFinalMessage();
    expect(stream.getToolUses().map(({ callId }) => callId)).toEqual(["same", "same_2"]);
  });

  it("waits with its clock, and not after an abort", async () => {
    const clock = new FakeClock();
    const client = await replay([{ text: "late", delayMs: 5_000 }], { clock });
    let isDone = false;
    const final = client
      .createMessage(at(0))
      .getFinalMessage()
      .then(() => {
        isDone = true;
      });
    await clock.untilSleeping();
    await clock.advance(4_999);
    expect(isDone).toBe(false);
    await clock.advance(1);
    await final;

    const controller = new AbortController();
    const aborted = client.createMessage(at(0, { signal: controller.signal })).getFinalMessage();
    await clock.untilSleeping();
    controller.abort("stop");
    await expect(aborted).rejects.toBe("stop");
  });

  it.each([
    [
      { status: 429, retryAfter: 2 },
      { code: "rate_limited", status: 429, retryAfterMs: 2_000 },
    ],
    [{ status: 500 }, { code: "server_error", isTransient: true }],
    [{ status: 400, message: "maximum context length exceeded" }, { code: "context_overflow" }],
    [{ code: "stream_cut" }, { code: "stream_cut" }],
    [{ status: 429, code: "insufficient_quota" }, { code: "insufficient_credit" }],
    [{ code: "ECONNRESET" }, { code: "network" }],
    [{ message: "as scripted" }, { code: "server_error", message: "as scripted" }],
    [{}, { code: "server_error" }],
  ])("fails as scripted: %j", async (error, expected) => {
    const client = await replay([{ text: "unseen", error }, { text: "retried" }]);
    const stream = client.createMessage(at(0));
    await expect(stream.getFinalMessage()).rejects.toMatchObject(expected);
    expect(stream.getPartialText()).toBe("");
    expect((await client.createMessage(at(1)).getFinalMessage()).message.content).toMatchObject([{ text: "retried" }]);
  });

  it.each([
    [1, "sixteen letters."],
    [2, "sixteen letters. And some more."],
    [99, "sixteen letters. And some more."],
  ])("fails after %i chunks", async (afterChunks, expected) => {
    const line = {
      text: "sixteen letters. And some more.",
      toolCalls: [{ name: "t", input: {} }],
      error: { afterChunks },
    };
    const stream = (await replay([line])).createMessage(at(0));
    await expect(stream.getFinalMessage()).rejects.toMatchObject({ code: "server_error" });
    expect(stream.getPartialText()).toBe(expected);
  });

  describe("expect", () => {
    const result = { type: "tool-result" as const, callId: "c", name: "t", content: "42 files", isError: false };
    const history: Message[] = [
      userMessage("count the files"),
      { role: "assistant", content: [{ type: "text", text: "counting" }] },
      { role: "tool", content: [result] },
      userMessage("hurry"),
    ];

    it.each(["42 files", "hurry", "2 fil"])(
      "finds %j among what is newer than the previous reply",
      async (expected) => {
        const client = await replay([{ text: "ok", expect: expected }]);
        expect((await client.createMessage(at(0, { messages: history })).getFinalMessage()).stopReason).toBe("end");
      },
    );

    it.each(["count the files", "counting", "nowhere"])("does not find %j there", async (expected) => {
      const client = await replay([{ text: "ok", expect: expected }]);
      const outcome = client.createMessage(at(0, { messages: history })).getFinalMessage();
      await expect(outcome).rejects.toMatchObject({ code: "replay_mismatch", isTransient: false });
      await expect(outcome).rejects.toThrow(/Reply 1 of root expects .* received: "42 files hurry"/);
    });

    it("plays nested alternatives, and fails without one", async () => {
      const chain = (last: object) => ({
        text: "a",
        expect: "none",
        otherwise: { text: "b", expect: "neither", ...last },
      });
      const client = await replay([chain({ otherwise: { text: "c" } }), { text: "next" }]);
      const reply = await client.createMessage(at(0, { messages: history })).getFinalMessage();
      expect(reply.message.content).toEqual([{ type: "text", text: "c" }]);
      const next = await client.createMessage(at(1, { messages: history })).getFinalMessage();
      expect(next.message.content).toEqual([{ type: "text", text: "next" }]);
      const last = (await replay([chain({})])).createMessage(at(0, { messages: history })).getFinalMessage();
      await expect(last).rejects.toThrow(/expects "neither"/);
    });

    it("checks all messages before the first reply", async () => {
      const client = await replay([{ text: "ok", expect: "hello" }]);
      expect((await client.createMessage(at(0)).getFinalMessage()).stopReason).toBe("end");
    });
  });

  it("reports errors before anything is played", async () => {
    const client = await replay([{ text: "fine" }, '{"text": 7}']);
    await expect(client.prepare()).rejects.toMatchObject({
      code: "bad_replay",
      message: expect.stringContaining("Line 2"),
    });
    await expect(client.createMessage(at(0)).getFinalMessage()).rejects.toMatchObject({ code: "bad_replay" });
  });

  it("reports a missing script", async () => {
    const missing = new RooClient({ apiProvider: "replay", replayFile: join(folder, "none.jsonl") });
    await expect(missing.prepare()).rejects.toMatchObject({
      code: "bad_replay",
      message: expect.stringContaining("none.jsonl"),
    });
    await expect(new RooClient({ apiProvider: "replay" }).prepare()).rejects.toMatchObject({ code: "missing_replay" });
  });
});
