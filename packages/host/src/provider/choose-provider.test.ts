import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { chooseProvider, providerReadiness } from "./choose-provider.ts";

/** Keeps local servers of this machine from answering. */
const noLocalServers = { OLLAMA_HOST: "127.0.0.1:9", LMSTUDIO_BASE_URL: "http://127.0.0.1:9/v1" };

type Answers = (path: string, model: string) => object;

const ollama =
  (models: Readonly<Record<string, readonly string[]>>): Answers =>
  (path, model) =>
    path === "/api/tags"
      ? { models: Object.keys(models).map((name) => ({ model: name })) }
      : { capabilities: models[model] };

/** A local model server on a free port. */
async function serve(answers: Answers): Promise<AsyncDisposable & { readonly origin: string }> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = request.method === "POST" ? ((await json(request)) as { model: string }) : { model: "" };
    response.end(JSON.stringify(answers(request.url ?? "", body.model)));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("chooseProvider", () => {
  it("keeps a named provider unchanged", async () => {
    expect(await chooseProvider({ apiProvider: "groq", apiModelId: "m" }, {})).toEqual({
      apiProvider: "groq",
      apiModelId: "m",
    });
    expect(await chooseProvider({ apiBaseUrl: "http://h/v1" }, { OPENAI_API_KEY: "k" })).toEqual({
      apiProvider: "openai-compatible",
      apiBaseUrl: "http://h/v1",
    });
  });

  it("takes the first provider whose key is set", async () => {
    const environment = { ...noLocalServers, GROQ_API_KEY: "k", MISTRAL_API_KEY: "k", XAI_API_KEY: "  " };
    expect(await chooseProvider({}, environment)).toEqual({ apiProvider: "mistral" });
    expect(await chooseProvider({ apiModelId: "m" }, environment)).toEqual({ apiProvider: "mistral", apiModelId: "m" });
  });

  it("prefers a provider with a default model", async () => {
    const environment = { ...noLocalServers, DOUBAO_API_KEY: "k", GROQ_API_KEY: "k" };
    expect(await chooseProvider({}, environment)).toEqual({ apiProvider: "groq" });
    expect(await chooseProvider({ apiModelId: "m" }, environment)).toEqual({ apiProvider: "doubao", apiModelId: "m" });
    expect(await chooseProvider({}, { ...noLocalServers, DOUBAO_API_KEY: "k" })).toEqual({ apiProvider: "doubao" });
  });

  it("skips a provider whose account or address is missing", async () => {
    const environment = { ...noLocalServers, CLOUDFLARE_API_TOKEN: "k", AZURE_OPENAI_API_KEY: "k" };
    await expect(chooseProvider({}, environment)).rejects.toMatchObject({ code: "no_provider" });
    expect(await chooseProvider({}, { ...environment, CLOUDFLARE_ACCOUNT_ID: "a" })).toEqual({
      apiProvider: "cloudflare",
    });
  });

  it("finds a model of Ollama that can call tools", async () => {
    await using server = await serve(ollama({ "old:1": ["completion"], "qwen3:8b": ["completion", "tools"] }));
    const environment = { ...noLocalServers, OLLAMA_HOST: server.origin };
    expect(await chooseProvider({}, environment)).toEqual({ apiProvider: "ollama", apiModelId: "qwen3:8b" });
    expect(await chooseProvider({ apiModelId: "old:1" }, environment)).toEqual({
      apiProvider: "ollama",
      apiModelId: "old:1",
    });
  });

  it("finds LM Studio when Ollama has no suitable model", async () => {
    await using old = await serve(ollama({ "old:1": ["completion"] }));
    await using studio = await serve(() => ({ data: [{ id: "devstral", type: "llm" }] }));
    const environment = { OLLAMA_HOST: old.origin, LMSTUDIO_BASE_URL: `${studio.origin}/v1` };
    expect(await chooseProvider({ temperature: 0 }, environment)).toEqual({
      apiProvider: "lmstudio",
      apiModelId: "devstral",
      temperature: 0,
    });
  });

  it("suggests the demo when nothing is found", async () => {
    const failure = chooseProvider({}, noLocalServers);
    await expect(failure).rejects.toMatchObject({ code: "no_provider", next: expect.stringContaining("roo demo") });
  });
});

it("reports every provider whose key is in the environment", () => {
  const ready = providerReadiness({ DEEPSEEK_API_KEY: "k", AI_GATEWAY_API_KEY: "k" }).filter(({ isReady }) => isReady);
  expect(ready.map(({ id }) => id)).toEqual(["deepseek", "vercel-ai-gateway"]);
});
