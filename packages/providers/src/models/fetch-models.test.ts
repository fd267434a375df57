import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JsonRoutes, jsonServer } from "@roo-code/testkit/json-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refreshModels } from "./fetch-models.ts";
import { findModel } from "./find-model.ts";
import { knownModels } from "./known-models.ts";

const key = "sk-canary-0123456789";
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "models-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function refresh(apiProvider: string, routes: JsonRoutes, path = "") {
  await using server = await jsonServer(routes);
  const settings = { apiProvider, apiKey: key, apiBaseUrl: `${server.origin}${path}` };
  const list = await refreshModels(settings, { environment: {}, folder });
  return { list, requests: server.requests };
}

describe("refreshModels", () => {
  it("reads OpenRouter's windows, prices and abilities, and keeps valid tiers", async () => {
    const listed = {
      id: "anthropic/claude-sonnet-4.5",
      name: "Anthropic: Claude Sonnet 4.5",
      context_length: 1_000_000,
      architecture: { input_modalities: ["text", "image"] },
      supported_parameters: ["tools", "reasoning"],
      top_provider: { max_completion_tokens: 64_000 },
      pricing: { prompt: "0.000003", completion: "0.000015", input_cache_read: "0.0000003", input_cache_write: "0" },
    };
    const cheaper = { ...listed, id: "openai/gpt-5", pricing: { prompt: "0.000001", completion: "0.000002" } };
    const odd = { id: "openrouter/auto", pricing: { prompt: "-1", completion: "-1" } };
    const { list, requests } = await refresh(
      "openrouter",
      { "GET /api/v1/models": { data: [listed, cheaper, odd] } },
      "/api/v1",
    );
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(list.models.find(({ id }) => id === listed.id)).toMatchObject({
      contextWindow: 1_000_000,
      maxOutput: 64_000,
      takesImages: true,
      callsTools: true,
      reasons: true,
      prices: { input: 3, output: 15, cacheRead: 0.3 },
    });
    expect((await findModel("openrouter", "openai/gpt-5", folder))?.prices).toEqual({ input: 1, output: 2 });
    expect((await findModel("openrouter", "openrouter/auto", folder))?.prices).toBeUndefined();
    expect(list.models.length).toBeGreaterThan(300);
  });

  it("reads a plain list, without models that are not for chat", async () => {
    const data = [{ id: "gpt-5" }, { id: "gpt-9" }, { id: "text-embedding-3" }, { id: "whisper-1" }, { id: 7 }, null];
    const { list } = await refresh("openai", { "GET /v1/models": { data } }, "/v1");
    const ids = list.models.map(({ id }) => id);
    expect(ids).toContain("gpt-9");
    expect(ids.filter((id) => /whisper|embedding/.test(id))).toEqual([]);
    expect(list.models.find(({ id }) => id === "gpt-5")).toMatchObject({ name: "gpt-5", prices: { input: 1.25 } });
  });

  it("sends Anthropic's headers", async () => {
    const data = [{ id: "claude-next", display_name: "Claude Next" }];
    const { list, requests } = await refresh("anthropic", { "GET /v1/models?limit=1000": { data } });
    expect(requests[0]?.headers).toMatchObject({ "x-api-key": key, "anthropic-version": "2023-06-01" });
    expect(list.models).toContainEqual({ id: "claude-next", name: "Claude Next" });
  });

  it("reads Gemini's list", async () => {
    const models = [
      {
        name: "models/gemini-9",
        displayName: "Gemini 9",
        inputTokenLimit: 5,
        outputTokenLimit: 6,
        thinking: true,
        supportedGenerationMethods: ["generateContent"],
      },
      { name: "models/embedding-1", supportedGenerationMethods: ["embedContent"] },
    ];
    const { list } = await refresh("gemini", { "GET /v1beta/models?pageSize=1000": { models } }, "/v1beta");
    expect(list.models).toContainEqual({
      id: "gemini-9",
      name: "Gemini 9",
      contextWindow: 5,
      maxOutput: 6,
      reasons: true,
    });
    expect(list.models.map(({ id }) => id)).not.toContain("embedding-1");
  });

  it("requests details of each of Ollama's models", async () => {
    const { list, requests } = await refresh("ollama", {
      "GET /api/tags": { models: [{ model: "qwen3:8b" }, { name: "embed:1" }] },
      "POST /api/show": ({ body }: { body: { model: string } }) =>
        body.model === "qwen3:8b"
          ? { capabilities: ["completion", "tools", "thinking"], model_info: { "qwen3.context_length": 40_960 } }
          : { capabilities: ["embedding"] },
    });
    expect(list.models).toEqual([
      {
        id: "qwen3:8b",
        name: "qwen3:8b",
        contextWindow: 40_960,
        prices: { input: 0, output: 0 },
        takesImages: false,
        callsTools: true,
        reasons: true,
      },
    ]);
    expect(requests).toHaveLength(3);
  });

  it("uses LM Studio's native API, though chat is under /v1", async () => {
    const data = [
      { id: "a", type: "llm", state: "not-loaded", max_context_length: 4096 },
      { id: "e", type: "embeddings" },
      {
        id: "v",
        type: "vlm",
        state: "loaded",
        max_context_length: 9,
        loaded_context_length: 8,
        capabilities: ["tool_use"],
      },
    ];
    const { list } = await refresh("lmstudio", { "GET /api/v0/models": { data } }, "/v1");
    expect(
      list.models.map(({ id, contextWindow, callsTools, takesImages }) => [id, contextWindow, callsTools, takesImages]),
    ).toEqual([
      ["a", 4096, undefined, false],
      ["v", 8, true, true],
    ]);
  });

  it("reads the lists of LiteLLM, Requesty and Together with their price fields", async () => {
    const info = { mode: "chat", max_input_tokens: 9, input_cost_per_token: 2e-6, output_cost_per_token: 4e-6 };
    const routes = {
      "GET /model/info": { data: [{ model_name: "m", model_info: info }] },
      "GET /v1/models": { data: [{ id: "m", input_price: 2e-6, output_price: 4e-6, context_window: 9 }] },
      "GET /t/models": [{ id: "m", type: "chat", context_length: 9, pricing: { input: 2, output: 4 } }],
    };
    for (const [provider, path] of [
      ["litellm", "/v1"],
      ["requesty", "/v1"],
      ["together", "/t"],
    ] as const) {
      const { list } = await refresh(provider, routes, path);
      expect(list.models.find(({ id }) => id === "m")).toMatchObject({
        contextWindow: 9,
        prices: { input: 2, output: 4 },
      });
    }
  });

  it("stores the list with its date", async () => {
    await refresh("groq", { "GET /models": { data: [{ id: "new", context_window: 77 }] } });
    expect(readdirSync(folder)).toEqual(["groq.json"]);
    expect(JSON.parse(readFileSync(join(folder, "groq.json"), "utf8"))).toEqual({
      date: new Date().toISOString().slice(0, 10),
      models: [{ id: "new", name: "new", contextWindow: 77 }],
    });
    expect((await findModel("groq", "new", folder))?.contextWindow).toBe(77);
  });

  it.each(["", "{", '{"models":[]}', '{"models":[{"id":""},7,null]}', "[]"])(
    "does without a cache that holds %j",
    async (text) => {
      writeFileSync(join(folder, "groq.json"), text);
      const bundled = await knownModels("groq");
      expect(bundled.models.length).toBeGreaterThan(0);
      expect(await knownModels("groq", folder)).toEqual(bundled);
    },
  );

  it("reads only valid entries from a cache", async () => {
    const model = {
      id: "m",
      contextWindow: "many",
      prices: { input: -1, output: 2 },
      takesImages: 1,
      efforts: ["low", 3],
    };
    writeFileSync(join(folder, "chutes.json"), JSON.stringify({ models: [model] }));
    expect((await knownModels("chutes", folder)).models).toEqual([{ id: "m", name: "m", efforts: ["low"] }]);
  });

  it("reports the server's error without the key, and keeps the stored list", async () => {
    await refresh("groq", { "GET /models": { data: [{ id: "kept" }] } });
    const refuse = () => Response.json({ error: { message: `bad key ${key}` } }, { status: 401 });
    const failed = refresh("groq", { "GET /models": refuse });
    await expect(failed).rejects.toMatchObject({ code: "unauthorized", message: expect.not.stringContaining(key) });
    await expect(refresh("groq", { "GET /models": () => new Response("<html>") })).rejects.toMatchObject({
      code: "bad_stream",
    });
    expect(await findModel("groq", "kept", folder)).toBeDefined();
  });

  it("reports providers without a list, and missing settings, before it sends anything", async () => {
    const options = { environment: {}, folder };
    await expect(refreshModels({ apiProvider: "replay" }, options)).rejects.toMatchObject({ code: "no_model_list" });
    await expect(refreshModels({ apiProvider: "groq" }, options)).rejects.toMatchObject({ code: "missing_key" });
  });
});
