import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonServer } from "@roo-code/testkit/json-server";
import { expect, it } from "vitest";
import { createProject } from "./roo.ts";

const key = "sk-canary-0123456789";
/** No local server of this machine answers. */
const noLocalServers = { OLLAMA_HOST: "127.0.0.1:9", LMSTUDIO_BASE_URL: "http://127.0.0.1:9/v1" };

it("shows for every provider whether it is ready, and why", async () => {
  using here = createProject();
  await here.roo(["profiles", "add", "main", "--provider", "mistral", "--api-key", key]);
  await using server = await jsonServer({ "GET /api/tags": { models: [] } });
  const env = { ...noLocalServers, OLLAMA_HOST: server.origin, GROQ_API_KEY: key };
  const { code, stdout, stderr } = await here.roo(["providers"], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^✓ mistral .*key in profile main/m);
  expect(stdout).toMatch(/^✓ groq .*GROQ_API_KEY is set/m);
  expect(stdout).toMatch(/^✓ ollama .*running, 0 models/m);
  expect(stdout).toMatch(/^– lmstudio .*its server is not running/m);
  expect(stdout).toMatch(/^– openrouter .*needs OPENROUTER_API_KEY/m);
  expect(stdout).toMatch(/^– cloudflare .*needs CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID/m);
  expect(stderr).toMatch(/\d+ of \d+ ready/);
  expect(stdout + stderr).not.toContain(key);
  const json: unknown = JSON.parse((await here.roo(["providers", "--json"], { env })).stdout);
  expect(json).toContainEqual(expect.objectContaining({ id: "groq", isReady: true, detail: "GROQ_API_KEY is set" }));
});

it("lists the models of a provider, filtered and as JSON", async () => {
  using here = createProject();
  const { stdout } = await here.roo(["models", "anthropic", "SONNET", "4-5"]);
  expect(stdout).toMatch(/^claude-sonnet-4-5 .*200k.*\$3\+.*\$15\+.*images thinking$/m);
  expect(stdout).not.toContain("opus");
  const { stdout: json } = await here.roo(["models", "gemini", "2.5-pro", "--json"]);
  expect(JSON.parse(json)).toContainEqual(expect.objectContaining({ provider: "gemini", id: "gemini-2.5-pro" }));
  expect((await here.roo(["models", "anthropic", "nothing-like-it"])).stdout).toContain("No model of anthropic");
  expect((await here.roo(["models"], { env: noLocalServers })).stdout).toContain("No models of human-relay");
  expect((await here.roo(["models", "sonnet"], { env: { ...noLocalServers, ANTHROPIC_API_KEY: key } })).stdout).toMatch(
    /^anthropic\nmodel/,
  );
});

it("queries the provider with --refresh, caches the list, and shows progress", async () => {
  using here = createProject();
  await using server = await jsonServer({ "GET /v1/models": { data: [{ id: "brand-new", context_window: 32_000 }] } });
  expect((await here.roo(["models", "chutes"])).stdout).toContain("roo models chutes --refresh");
  await here.roo([
    "profiles",
    "add",
    "c",
    "--provider",
    "chutes",
    "--api-key",
    key,
    "--base-url",
    `${server.origin}/v1`,
  ]);
  const { stdout, stderr } = await here.roo(["models", "chutes", "--refresh"]);
  expect(stderr).toBe("querying Chutes … 1 model\n");
  expect(stdout).toMatch(/^brand-new .*32k/m);
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  expect((await here.roo(["models", "chutes"])).stdout).toMatch(/^brand-new/m);
  const file = join(here.home, "cache/models/chutes.json");
  expect(readFileSync(file, "utf8")).not.toContain(key);
  writeFileSync(file, "{ broken");
  expect((await here.roo(["models", "chutes"])).code).toBe(0);
});

it("fails if the only named provider does not answer", async () => {
  using here = createProject();
  const { code, stderr } = await here.roo(["models", "ollama"], { env: noLocalServers });
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/querying Ollama …\nroo: Could not reach 127\.0\.0\.1:9/);
});

it("works with only a local model server", async () => {
  using here = createProject();
  await using server = await jsonServer({
    "GET /api/tags": { models: [{ model: "tiny:1" }] },
    "POST /api/show": { capabilities: ["completion", "tools"] },
    "POST /api/chat": ollamaReply("attempt_completion", { result: "done" }),
  });
  const env = { ...noLocalServers, OLLAMA_HOST: server.origin };
  const { code, stdout } = await here.roo(["run", "--output", "json", "do it"], { env });
  expect({ code, result: JSON.parse(stdout) as unknown }).toMatchObject({
    code: 0,
    result: { status: "completed", result: "done", usage: { inputTokens: 20, costUsd: 0 } },
  });
});

function ollamaReply(name: string, args: object): object {
  return {
    model: "tiny:1",
    message: { role: "assistant", content: "", tool_calls: [{ function: { name, arguments: args } }] },
    done: true,
    done_reason: "stop",
    prompt_eval_count: 20,
    eval_count: 5,
  };
}
