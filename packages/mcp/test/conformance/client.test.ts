import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passedByClient, scenariosFor } from "./run-suite.ts";
import { skippedScenarios } from "./skipped-scenarios.ts";

const folder = mkdtempSync(join(tmpdir(), "roo-conformance-"));
const client = join(folder, "client.mjs");
const scenarios = await scenariosFor("client");

beforeAll(async () => {
  // One file starts in a quarter of the time that seventy take, and it is started forty times.
  await build({
    entryPoints: [fileURLToPath(new URL("client.ts", import.meta.url))],
    outfile: client,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("skips only existing scenarios", () => {
  expect(scenarios.length).toBeGreaterThan(40);
  expect(Object.keys(skippedScenarios).filter((name) => !scenarios.includes(name))).toEqual([]);
});

describe("the official conformance suite", () => {
  let passed: ReadonlySet<string>;
  beforeAll(async () => {
    passed = await passedByClient(`${process.execPath} ${client}`, folder);
  }, 600_000);

  it.for(scenarios.filter((name) => !Object.hasOwn(skippedScenarios, name)))("%s", (name) => {
    expect([...passed]).toContain(name);
  });
});
