import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chatServer } from "@roo-code/testkit/chat-server";
import { modelRequest } from "@roo-code/testkit/model-request";
import type { ProviderSettings } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { RooClient } from "../roo-client.ts";

const usage = { prompt_tokens: 100_000, completion_tokens: 1000, prompt_tokens_details: { cached_tokens: 40_000 } };

async function costOf(
  settings: Omit<ProviderSettings, "apiBaseUrl" | "apiKey">,
  over: { reported?: number; folder?: string } = {},
) {
  await using server = await chatServer([
    { text: "hi", usage: { ...usage, ...(over.reported !== undefined && { cost: over.reported }) } },
  ]);
  const client = new RooClient(
    { ...settings, apiBaseUrl: server.baseUrl, apiKey: "sk-test" },
    { environment: {}, modelsFolder: over.folder },
  );
  const { usage: used } = await client.createMessage(modelRequest()).getFinalMessage();
  await client.dispose();
  return used.costUsd;
}

describe("RooClient", () => {
  it("adds a cost that the vendor did not report", async () => {
    // 0.60 in, 0.30 cached, 3 out per million.
    const expected = 60_000 * 0.6e-6 + 40_000 * 0.3e-6 + 1000 * 3e-6;
    expect(await costOf({ apiProvider: "groq", apiModelId: "qwen/qwen3.6-27b" })).toBeCloseTo(expected, 9);
  });

  it("keeps the vendor's cost, also if it is zero", async () => {
    expect(await costOf({ apiProvider: "openrouter" }, { reported: 0.0123 })).toBe(0.0123);
    expect(await costOf({ apiProvider: "openrouter" }, { reported: 0 })).toBe(0);
  });

  it("charges nothing for a local model", async () => {
    expect(await costOf({ apiProvider: "lmstudio", apiModelId: "anything" })).toBe(0);
  });

  it("reports no cost rather than a wrong one", async () => {
    expect(await costOf({ apiProvider: "groq", apiModelId: "unheard-of" })).toBeNull();
    expect(await costOf({ apiProvider: "openai-compatible", apiModelId: "gpt-5" })).toBeNull();
    expect(await costOf({ apiProvider: "openai", apiModelId: "gpt-5", serviceTier: "flex" })).toBeNull();
    expect(await costOf({ apiProvider: "openai", apiModelId: "gpt-5", serviceTier: "default" })).toBeGreaterThan(0);
  });

  it("prefers fetched prices", async () => {
    const folder = mkdtempSync(join(tmpdir(), "models-"));
    const models = [{ id: "qwen/qwen3.6-27b", prices: { input: 10, output: 0 } }];
    writeFileSync(join(folder, "groq.json"), JSON.stringify({ date: "2026-01-01", models }));
    expect(await costOf({ apiProvider: "groq", apiModelId: "qwen/qwen3.6-27b" }, { folder })).toBeCloseTo(1, 9);
    rmSync(folder, { recursive: true });
  });
});
