import { type JsonRequest, jsonServer } from "@roo-code/testkit/json-server";
import type { EmbeddingSettings } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { openEmbedder } from "./open-embedder.ts";

const signal = new AbortController().signal;
const environment = {
  OPENAI_API_KEY: "sk-openai-secret",
  GEMINI_API_KEY: "gemini-secret",
  MISTRAL_API_KEY: "mistral-secret",
};
const document = { purpose: "document", signal } as const;
const open = (settings: EmbeddingSettings, waits: number[] = []) =>
  openEmbedder(settings, { environment, wait: async (ms) => void waits.push(ms) });

const openAiAnswer = ({ body }: JsonRequest) => {
  const { input } = body as { input: string[] };
  return { data: input.map((text, index) => ({ index, embedding: [text.length, 1] })).toReversed() };
};

describe("requests to each vendor", () => {
  it("OpenAI, in the order of the texts and in batches", async () => {
    await using server = await jsonServer({ "POST /v1/embeddings": openAiAnswer });
    const embedder = open({ embedder: "openai", baseUrl: `${server.origin}/v1/`, dimensions: 2 });
    const texts = Array.from({ length: 100 }, (_, index) => "x".repeat(index + 1));
    const vectors = await embedder.embed(texts, document);
    expect(vectors.map(([first]) => first)).toEqual(texts.map(({ length }) => length));
    expect(server.requests).toHaveLength(2);
    expect(server.requests[0]).toMatchObject({
      headers: { authorization: "Bearer sk-openai-secret" },
      body: { model: "text-embedding-3-small", dimensions: 2 },
    });
  });

  it("Mistral and a compatible server, without a key where none is set", async () => {
    await using server = await jsonServer({ "POST /embeddings": openAiAnswer });
    await open({ embedder: "mistral", baseUrl: server.origin, dimensions: 8 }).embed(["a"], document);
    await open({ embedder: "openai-compatible", model: "mine", baseUrl: server.origin }).embed(["a"], document);
    expect(server.requests[0]?.body).toEqual({ model: "codestral-embed", input: ["a"], output_dimension: 8 });
    expect(server.requests[1]?.body).toEqual({ model: "mine", input: ["a"] });
    expect(server.requests[1]?.headers.authorization).toBeUndefined();
  });

  it("Ollama", async () => {
    await using server = await jsonServer({ "POST /api/embed": { embeddings: [[1, 2, 3]] } });
    const vectors = await open({ embedder: "ollama", baseUrl: server.origin }).embed(["a"], document);
    expect(vectors).toEqual([Float32Array.of(1, 2, 3)]);
    expect(server.requests[0]?.body).toMatchObject({ model: "nomic-embed-text", input: ["a"] });
  });

  it("Gemini, with the purpose of each text", async () => {
    const line = "/v1beta/models/gemini-embedding-001:batchEmbedContents";
    await using server = await jsonServer({ [`POST ${line}`]: { embeddings: [{ values: [1, 2] }] } });
    const embedder = open({ embedder: "gemini", baseUrl: `${server.origin}/v1beta` });
    await embedder.embed(["where is it"], { purpose: "question", signal });
    expect(server.requests[0]?.headers["x-goog-api-key"]).toBe("gemini-secret");
    expect(server.requests[0]?.body).toMatchObject({
      requests: [{ content: { parts: [{ text: "where is it" }] }, taskType: "CODE_RETRIEVAL_QUERY" }],
    });
  });
});

describe("when a server fails", () => {
  it("retries temporary failures after the requested wait", async () => {
    let calls = 0;
    await using server = await jsonServer({
      "POST /embeddings": (request: JsonRequest) => {
        calls += 1;
        return calls < 3 ? new Response("slow down", { status: 429 }) : openAiAnswer(request);
      },
    });
    const waits: number[] = [];
    await open({ embedder: "openai", baseUrl: server.origin }, waits).embed(["a"], document);
    expect(waits).toEqual([1000, 2000]);
  });

  it("gives up on a refusal at once, and never shows the key", async () => {
    const answer = () => new Response("bad key sk-openai-secret\u001b[31m", { status: 401 });
    await using server = await jsonServer({ "POST /embeddings": answer });
    const failed = open({ embedder: "openai", baseUrl: server.origin }).embed(["a"], document);
    const error = await failed.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "embedder_refused" });
    expect(String(error)).toContain("answered 401");
    expect(String(error)).not.toContain("sk-openai");
    expect(String(error)).not.toContain("\u001b");
    expect(server.requests).toHaveLength(1);
  });

  it("refuses vectors that are missing, of different lengths or not numbers", async () => {
    for (const embeddings of [[], [[1, 2], [1]], [["x"], [1]], "none"]) {
      await using server = await jsonServer({ "POST /api/embed": { embeddings } });
      const failed = open({ embedder: "ollama", baseUrl: server.origin }).embed(["a", "b"], document);
      await expect(failed).rejects.toMatchObject({ code: "bad_embeddings" });
    }
  });

  it("names the missing setting", () => {
    expect(() => openEmbedder({ embedder: "openai" }, { environment: {} })).toThrow("no API key");
    expect(() => open({ embedder: "openai-compatible", model: "m" })).toThrow("baseUrl");
    expect(() => open({ embedder: "openai-compatible", baseUrl: "http://x" })).toThrow("model");
  });
});
