import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoterFor } from "../redact.ts";
import { readObjects, type WireObject } from "./read-objects.ts";

async function read(pieces: readonly (string | Uint8Array)[], maxBytes = 1_000_000): Promise<WireObject[]> {
  async function* bytes() {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const events: WireObject[] = [];
  for await (const event of readObjects(bytes(), { maxBytes, quote: quoterFor("sk-canary-123") })) events.push(event);
  return events;
}

const values = (events: readonly WireObject[]) =>
  events.map((event) => (event.type === "object" ? event.value : "done"));

describe("readObjects", () => {
  it("reads events, ignoring comments, names, ids and empty lines", async () => {
    const text = '\n: keep-alive\n\nid: 7\nretry: 5\ndata: {"a":1}\n\n:\n\ndata:{"b":\ndata: 2}\n\ndata: [DONE]\n\n';
    expect(values(await read([text]))).toEqual([{ a: 1 }, { b: 2 }, "done"]);
  });

  it.each(["\n", "\r\n", "\r"])("accepts %j as a line ending", async (end) => {
    expect(values(await read([`data: {"a":1}${end}${end}data: [DONE]${end}${end}`]))).toEqual([{ a: 1 }, "done"]);
  });

  it("strips a byte order mark", async () => {
    expect(values(await read(['\uFEFFdata: {"a":1}\n\n']))).toEqual([{ a: 1 }]);
  });

  it("marks events that are named errors", async () => {
    expect(await read(['event: error\ndata: {"message":"no"}\n\n'])).toMatchObject([{ isError: true }]);
  });

  it("treats a JSON document as a single event", async () => {
    expect(values(await read(["\n {", '"choices":', "[]}\n"]))).toEqual([{ choices: [] }]);
  });

  it("accepts a last event without the empty line, and ignores a truncated one", async () => {
    expect(values(await read(['data: {"a":1}\n\ndata: [DONE]']))).toEqual([{ a: 1 }, "done"]);
    expect(values(await read(['data: {"a":1}\n\ndata: {"b":']))).toEqual([{ a: 1 }]);
    expect(values(await read([]))).toEqual([]);
  });

  it.each([
    ["binary", Buffer.from([0x1f, 0x8b, 0x08, 0x00])],
    ["an event that is no JSON", "data: sk-canary-123 {\n\n"],
    ["an event that is no object", "data: 7\n\n"],
    ["a document that is no JSON", "{broken sk-canary-123"],
  ])("refuses %s, and quotes it without the key", async (_, garbage) => {
    const outcome = read([garbage]);
    await expect(outcome).rejects.toMatchObject({ code: "bad_stream" });
    await expect(outcome).rejects.not.toThrow(/canary/);
  });

  it.each(["<html><body>Sign in: sk-canary-123</body></html>", "\n<!DOCTYPE html>\n<title>sk-canary-123</title>"])(
    "blames the address for a web page: %j",
    async (page) => {
      const outcome = read([page]);
      await expect(outcome).rejects.toMatchObject({
        code: "bad_request",
        isTransient: false,
        next: expect.stringContaining("--base-url"),
      });
      await expect(outcome).rejects.not.toThrow(/canary/);
    },
  );

  it("rejects a reply beyond its limits", async () => {
    await expect(
      read(
        Array.from({ length: 100 }, () => ": keep-alive\n"),
        500,
      ),
    ).rejects.toThrow(/exceeds 500 bytes/);
  });

  it("refuses a line that never ends", async () => {
    const megabyte = `data: ${"x".repeat(1024 * 1024)}`;
    await expect(
      read(
        Array.from({ length: 20 }, () => megabyte),
        1e9,
      ),
    ).rejects.toMatchObject({ code: "bad_stream" });
  });

  it("reads the same however the bytes are split", async () => {
    const text = ': hello\r\n\r\ndata: {"text":"naïve 😀 日本"}\r\n\r\ndata: {"text":"x"}\n\ndata: [DONE]\n\n';
    const bytes = Buffer.from(text);
    const whole = await read([bytes]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length })), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        expect(await read(pieces)).toEqual(whole);
      }),
    );
  });
});
