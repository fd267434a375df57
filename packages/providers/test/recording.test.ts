import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type WireServer, type WireStep, wireServer } from "@roo-code/testkit/wire/wire-server";
import { userMessage } from "@roo-code/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RooClient } from "../src/roo-client.ts";
import { ask, providerError } from "./ask.ts";
import { type TestedFormat, testedFormats } from "./served-formats.ts";

const key = "canary-0123456789";
let folder: string;
let server: WireServer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "roo-recording-"));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function record({ format }: TestedFormat, steps: readonly WireStep[], headers: Record<string, string> = {}) {
  server = await wireServer(format, steps);
  const settings = { ...format.settings(server.origin), apiKey: key, headers };
  const client = new RooClient(settings, { environment: { ROO_RECORD: folder, SOME_TOKEN: "canary-environment" } });
  const asked = [];
  for (const _ of steps) asked.push(await ask(client));
  await client.dispose();
  return asked;
}

/** Without a key, and with no server at the address. */
function player({ format }: TestedFormat): RooClient {
  const { apiKey: _, ...settings } = format.settings(server.origin);
  return new RooClient(settings, { environment: { ROO_REPLAY: folder } });
}

function files(): string[] {
  return readdirSync(folder).toSorted();
}

function linesOf(file = files()[0] ?? ""): Record<string, unknown>[] {
  const text = readFileSync(join(folder, file), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The bytes of the answer, put together. */
function wholeOf(file: string | undefined): string {
  const pieces = linesOf(file).map(({ text = "", base64 }) =>
    typeof base64 === "string" ? Buffer.from(base64, "base64") : Buffer.from(String(text)),
  );
  return Buffer.concat(pieces).toString("latin1");
}

/** The joined values of each field, in which a key that was sent in deltas would be found. */
function fieldsOf(text: string): string[] {
  const said = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(/"(\w+)":"([^"]*)"/g))
    said.set(name, (said.get(name) ?? "") + value);
  return [...said.values()];
}

const chat = testedFormats[0] as TestedFormat;
const reply: WireStep = {
  reasoning: "Hm.",
  text: "naïve 😀",
  calls: [{ id: "a", name: "t", arguments: '{"n":1}' }],
  usage: { input: 3, output: 4 },
};

describe.each(testedFormats)("recorded traffic of $format.id", (tested) => {
  it("is replayed without any network: the same chunks, in order", async () => {
    const steps = [
      reply,
      { text: "second" },
      { refusal: "rate_limited", headers: { "retry-after": "3" } },
      { text: "cut", cutAfterBytes: 30 },
    ] as const;
    const recorded = await record(tested, steps);
    await server.close();
    const client = player(tested);
    for (const { chunks } of recorded) expect((await ask(client)).chunks).toEqual(chunks);
    expect(files().length).toBe(4);
  });

  it("contains no key, wherever one occurs", async () => {
    const echo = `key ${key} and canary-environment and canary-gateway-1`;
    const headers = { "x-gateway-token": "canary-gateway-1" };
    await record(
      tested,
      [
        { ...reply, text: echo, dripBytes: 7, headers: { "set-cookie": "a=canary-cookie", "x-echo": key } },
        { status: 401, body: echo },
      ],
      headers,
    );
    const written = files().map((file) => readFileSync(join(folder, file), "utf8"));
    expect(server.requests[0]?.headers["x-gateway-token"]).toBe("canary-gateway-1");
    const bytes = files().map(wholeOf);
    expect([...written, ...bytes].join("\n")).not.toContain("canary");
    expect(bytes.flatMap(fieldsOf).join("\n")).not.toContain("canary");
  });
});

describe("a recording", () => {
  it("has a line for the request, one for the response, one per piece and one for the end", async () => {
    await record(chat, [{ text: "hello", splitAt: "frames" }]);
    const [request, response, ...rest] = linesOf();
    expect(request).toMatchObject({
      type: "request",
      method: "POST",
      url: `${server.origin}/v1/chat/completions`,
      headers: { authorization: "[redacted]", "content-type": "application/json" },
      body: { model: "served-model", messages: [{ role: "system" }, { role: "user", content: "hello" }] },
    });
    expect(response).toMatchObject({ type: "response", status: 200, headers: { "content-type": expect.any(String) } });
    expect(rest.slice(0, -1).every(({ type, text }) => type === "bytes" && String(text).startsWith("data: "))).toBe(
      true,
    );
    expect(rest.length).toBeGreaterThan(2);
    expect(rest.at(-1)).toEqual({ type: "end", how: "left" });
  });

  it("records a failed connection", async () => {
    server = await wireServer(chat.format);
    await server.close();
    const client = new RooClient(chat.format.settings(server.origin), { environment: { ROO_RECORD: folder } });
    const recorded = providerError((await ask(client)).error);
    expect(linesOf()).toMatchObject([{ type: "request" }, { type: "end", how: "failed", code: "network" }]);
    expect(providerError((await ask(player(chat))).error)).toMatchObject({
      code: "network",
      message: recorded.message,
    });
  });

  it("names the most similar one, and where it differs, when none matches", async () => {
    await record(chat, [{ text: "one" }]);
    const { error } = await ask(player(chat), { messages: [userMessage("hello"), userMessage("more")] });
    const failure = providerError(error);
    expect(failure).toMatchObject({
      code: "replay_mismatch",
      isTransient: false,
      next: expect.stringContaining("ROO_RECORD"),
    });
    expect(failure.message).toContain(files()[0]);
    expect(failure.message).toContain("body.messages[2]");
  });

  it("is replayed once", async () => {
    await record(chat, [{ text: "one" }]);
    const client = player(chat);
    await ask(client);
    expect(providerError((await ask(client)).error)).toMatchObject({ code: "replay_exhausted" });
  });

  it("can be closed early", async () => {
    await record(chat, [{ text: "a text of some length", splitAt: "frames" }]);
    const controller = new AbortController();
    const stream = player(chat).createMessage({ ...emptyRequest(), signal: controller.signal });
    const seen: string[] = [];
    for await (const chunk of stream) {
      seen.push(chunk.type);
      if (chunk.type === "text.delta") controller.abort(new Error("enough"));
    }
    expect(seen.slice(-2)).toEqual(["text.delta", "failure"]);
  });

  it.each([
    ["a folder that is not there", () => rmSync(folder, { recursive: true }), /cannot be read: ENOENT/],
    [
      "a file that is no recording",
      () => writeFileSync(join(folder, "0.jsonl"), '{"type":"request"}\n'),
      /0\.jsonl.*line 1/,
    ],
    ["a file that is no JSON", () => writeFileSync(join(folder, "0.jsonl"), "nonsense"), /0\.jsonl.*line 1/],
    ["an empty folder", () => files().forEach((file) => rmSync(join(folder, file))), /There are no recordings/],
  ])("is not found in %s", async (_, spoil, message) => {
    await record(chat, [{ text: "one" }]);
    spoil();
    const { error } = await ask(player(chat));
    expect(String(error)).toMatch(message);
    const again = mkdtempSync(join(tmpdir(), "roo-recording-"));
    folder = again;
  });

  it.each([
    ["below a file", () => join(folder, "file", "below")],
    ["the name of a file", () => join(folder, "file")],
    [
      "in a folder that is not writable",
      () => (process.platform === "linux" ? "/proc/roo/recordings" : join(folder, "file")),
    ],
  ] as const)("fails if it cannot be written: %s", async (_, place) => {
    server = await wireServer(chat.format, [{ text: "one" }]);
    writeFileSync(join(folder, "file"), "");
    const environment = { ROO_RECORD: place() };
    const { error } = await ask(new RooClient(chat.format.settings(server.origin), { environment }));
    expect(error).toMatchObject({ code: "bad_recording", next: expect.stringContaining("ROO_RECORD") });
  });
});

function emptyRequest() {
  return {
    systemPrompt: "You are a test.",
    messages: [userMessage("hello")],
    tools: [],
    metadata: { taskId: "task-1", agent: "root", priorAttempts: 0 },
  };
}
