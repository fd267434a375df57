import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { providerCatalog } from "../catalog/index.ts";
import { bundledModels } from "./bundled-models.ts";
import { readModel } from "./read-model.ts";

const files = readdirSync(new URL("data/", import.meta.url)).map((name) => name.replace(".json", ""));

it("has a file for every bundled provider", async () => {
  const ids = new Set(providerCatalog.map(({ id }) => id));
  for (const name of files) {
    expect([name, ids.has(name), ((await bundledModels(name))?.models.length ?? 0) > 0]).toEqual([name, true, true]);
  }
  expect(files.length).toBeGreaterThan(25);
});

it("has complete, unique models with plausible prices", async () => {
  for (const name of files) {
    const { models = [] } = (await bundledModels(name)) ?? {};
    expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
    for (const model of models) {
      const { tiers = [], changes = [], ...rates } = model.prices ?? { input: 0, output: 0 };
      expect({ ...readModel(model), prices: rates }).toEqual({ ...model, prices: rates });
      for (const rate of [rates, ...tiers, ...changes]) {
        expect([model.id, rate.input >= 0 && rate.input <= 700 && rate.output >= 0 && rate.output <= 1000]).toEqual([
          model.id,
          true,
        ]);
      }
      expect(tiers.map(({ above }) => above)).toEqual(
        tiers.map(({ above }) => above).toSorted((left, right) => left - right),
      );
    }
  }
});

it("has nothing for unknown providers, whatever their name", async () => {
  for (const name of ["nobody", "../../package", "constructor", ""]) expect(await bundledModels(name)).toBeUndefined();
});
