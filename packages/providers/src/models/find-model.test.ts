import type { ModelInfo } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { providerCatalog } from "../catalog/index.ts";
import { bundledModels } from "./bundled-models.ts";
import { findModel, matchModel } from "./find-model.ts";

const prices = { input: 3, output: 15 };
const models: ModelInfo[] = [
  "claude-sonnet-4-5",
  "gpt-4o",
  "gpt-4o-2024-05-13",
  "claude-3-5-haiku-latest",
  "eu.x.nova-v1:0",
  "x.nova-v1:0",
].map((id, index) => ({ id, name: id, contextWindow: index + 1, prices: { ...prices, input: index + 1 } }));
const match = (id: string) => matchModel(models, id, ["anthropic", "models"]);

describe("matchModel", () => {
  it.each([
    ["claude-sonnet-4-5", "claude-sonnet-4-5"],
    ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5"],
    ["claude-sonnet-4-5@20250929", "claude-sonnet-4-5"],
    ["anthropic/claude-sonnet-4.5", "claude-sonnet-4-5"],
    ["models/Claude-Sonnet-4-5", "claude-sonnet-4-5"],
    ["claude-3-5-haiku-20241022", "claude-3-5-haiku-latest"],
    ["gpt-4o-2024-05-13", "gpt-4o-2024-05-13"],
    ["gpt-4o-2024-11-20", "gpt-4o"],
    ["gpt-4o-latest", "gpt-4o"],
    ["arn:aws:bedrock:eu-west-1:1:inference-profile/eu.x.nova-v1:0", "eu.x.nova-v1:0"],
  ])("finds %s as %s, with its prices", (id, found) => {
    expect(match(id)).toEqual(models.find((model) => model.id === found));
  });

  it.each(["us.x.nova-v1:0", "global.x.nova-v1:0", "gpt-4o:online", "gpt-4o:groq"])(
    "finds %s without prices, which may be others",
    (id) => {
      const found = match(id);
      expect([found?.contextWindow !== undefined, found?.prices]).toEqual([true, undefined]);
    },
  );

  it("has no cost for :free", () => {
    expect(match("gpt-4o:free")?.prices).toEqual({ input: 0, output: 0 });
  });

  it.each(["gpt-4o-mini", "gpt-4", "openai/gpt-4o", "claude-sonnet-4", "ft:gpt-4o:me::1", "gpt-4o-0513", ""])(
    "does not take %s for another model",
    (id) => {
      expect(match(id)).toBeUndefined();
    },
  );

  it("never invents a price", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...models), (text, model) => {
        const found = match(`${model.id}${text}`)?.prices;
        const known = [undefined, 0, ...models.map(({ prices: listed }) => listed?.input)];
        expect(known).toContain(found?.input);
      }),
      { numRuns: 100 },
    );
  });
});

describe("findModel", () => {
  it("has the default model of every bundled provider", async () => {
    for (const { id, defaultModel } of providerCatalog) {
      const list = await bundledModels(id);
      if (!list || defaultModel === undefined || unpublished.includes(id)) continue;
      expect([id, (await findModel(id, defaultModel))?.id]).toEqual([id, expect.any(String)]);
    }
  });

  it("finds providers by alias, and nothing for unknown ones", async () => {
    expect((await findModel("grok", "grok-4.7"))?.contextWindow).toBe(500_000);
    expect(await findModel("nobody", "gpt-4o")).toBeUndefined();
    expect(await findModel("chutes", "gpt-4o")).toBeUndefined();
  });
});

/** Of Qwen only the models of a subscription are published. */
const unpublished = ["qwen"];
