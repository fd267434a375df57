import { isNightly } from "@roo-code/testkit/nightly";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import type { McpBenchmark } from "@roo-code/types/api";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createProject } from "./roo.ts";

let databases: TempDatabases;
beforeAll(async () => {
  databases = await tempDatabases();
});
afterAll(() => databases[Symbol.asyncDispose]());

/** With one, two and four calls. */
const intents = ["add-contact", "move-dentist", "lunch-moves"].flatMap((id) => ["--exercise", id]);

async function benchmark(...words: string[]) {
  using at = createProject();
  const { url } = await databases.create();
  const env = { DATABASE_URL: url };
  const outcome = await at.roo(
    ["evals", "mcp", ...intents, "--concurrency", "3", "--quiet", "--output", "json", ...words],
    { env },
  );
  if (outcome.stdout === "") throw new Error(outcome.stderr);
  const { servers, runIds }: { servers: McpBenchmark[]; runIds: number[] } = JSON.parse(outcome.stdout);
  const page = await at.roo(["evals", "mcp", ...runIds.map(String), "--to", "mcp.html"], { env });
  return { servers, page: page.code === 0 ? at.read("mcp.html") : page.stderr };
}

it("benchmarks a perfect model on every server", async () => {
  const { servers, page } = await benchmark("--script", "perfect");
  const figures = servers.map(({ server, success, steps, errorRate, pathEfficiency, firstCallAccuracy }) => [
    server,
    success.passed,
    success.graded,
    steps.median,
    ...[errorRate, pathEfficiency, firstCallAccuracy].map((figure) => Math.round((figure ?? -1) * 100) / 100),
  ]);
  expect(figures).toEqual([
    // Each of its calls fails once.
    ["flaky", 3, 3, 4, 0.5, 0.5, 1],
    ["http", 3, 3, 2, 0, 1, 1],
    ["huge", 3, 3, 2, 0, 1, 1],
    ["stdio", 3, 3, 2, 0, 1, 1],
  ]);
  for (const { latencyMs, bytes } of servers) expect(Math.min(latencyMs.median, bytes.median)).toBeGreaterThan(0);
  expect(page).toContain("<svg");
}, 300_000);

const models = [
  ["wasteful", { passed: 3, steps: 4, efficiency: expect.closeTo((1 / 3 + 2 / 4 + 4 / 6) / 3, 5), firstRight: 2 / 3 }],
  ["wrong-tool", { passed: 3, steps: 3, efficiency: expect.closeTo((1 / 2 + 2 / 3 + 4 / 5) / 3, 5), firstRight: 0 }],
  ["gives-up", { passed: 0, steps: 1, efficiency: null, firstRight: 2 / 3 }],
] as const;

it.each(isNightly ? models : models.slice(0, 1))(
  "reflects a model that is %s",
  async (model, known) => {
    const [server] = (await benchmark("--script", model, "--server", "stdio")).servers;
    expect(server).toMatchObject({
      server: "stdio",
      success: { passed: known.passed, graded: 3 },
      steps: { median: known.steps },
      pathEfficiency: known.efficiency,
      firstCallAccuracy: expect.closeTo(known.firstRight, 5),
    });
  },
  300_000,
);
