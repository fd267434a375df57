import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { providerCatalog } from "../src/catalog/index.ts";
import { withProviderTable } from "./providers-page.ts";

const file = new URL("../../../docs/providers.md", import.meta.url).pathname;

it("matches docs/providers.md", async () => {
  const page = withProviderTable(readFileSync(file, "utf8"));
  await expect(page).toMatchFileSnapshot(file);
  for (const { id } of providerCatalog.filter((row) => row.id !== "replay")) expect(page).toContain(`| \`${id}\``);
});

it("lists at least thirty providers, each found by its id", () => {
  expect(providerCatalog.length).toBeGreaterThan(30);
  for (const { id, aliases = [], baseUrl = "https:" } of providerCatalog) {
    for (const name of [id, ...aliases]) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(baseUrl).toMatch(/^(https:|http:\/\/127\.0\.0\.1:)/);
  }
  // A list shows labels alone.
  const labels = providerCatalog.map(({ label }) => label);
  expect(labels.filter((label, index) => labels.indexOf(label) < index)).toEqual([]);
});
