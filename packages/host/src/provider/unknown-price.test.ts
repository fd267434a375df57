import { writeFileSync } from "node:fs";
import { chatServer } from "@roo-code/testkit/chat-server";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { LiveDelta, ProviderSettings, TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { createHost } from "../create-host.ts";

const done = { calls: [{ id: "c1", name: "attempt_completion", arguments: '{"result":"done"}' }] };

it("refuses a limit in dollars in an unattended run if the price of the model is not known", async () => {
  await using setup = await createSetup();
  const refused = await setup.start({ attended: false }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "unknown_price", message: expect.stringContaining("own-model") });
  expect(refused).toHaveProperty("next", expect.stringMatching(/--max-tokens.*--input-price/s));
  expect(await setup.host.tasks.list()).toEqual([]);
});

it("only warns in an attended run", async () => {
  await using setup = await createSetup();
  setup.server.push(done);
  await setup.start({ attended: true });
  const notices = setup.seen.flatMap((item) => (item.type === "notice.added" ? [item] : []));
  expect(notices).toMatchObject([{ code: "unknown_price", message: expect.stringContaining("1 USD has no effect") }]);
});

it.each([
  ["without such a limit", {}, { limits: {} }],
  ["with a configured price", { inputPrice: 3, outputPrice: 15 }, {}],
  ["with a provider that reports the cost of each reply", { apiProvider: "openrouter", apiKey: "not-a-key" }, {}],
])("does not warn %s", async (_, settings, more) => {
  await using setup = await createSetup(settings);
  setup.server.push(done);
  await setup.start({ attended: false, ...more });
  expect(setup.seen.filter(({ type }) => type === "notice.added")).toEqual([]);
});

it("enforces the limit with a configured price", async () => {
  await using setup = await createSetup({ inputPrice: 1_000_000, outputPrice: 0 });
  const look = { calls: [{ id: "c1", name: "list_files", arguments: '{"path":"."}' }], usage: { prompt_tokens: 2 } };
  setup.server.push(look, done);
  const result = await setup.start({ attended: false });
  expect(result).toMatchObject({ status: "limit", error: { code: "limit_cost" } });
});

it("skips a fallback whose price is not known", async () => {
  await using setup = await createSetup({ inputPrice: 3, outputPrice: 15, fallback: ["other"] });
  setup.server.push({ status: 402, body: "{}" });
  const result = await setup.start({ attended: false });
  expect(result).toMatchObject({ status: "failed" });
  const notices = setup.seen.flatMap((item) => (item.type === "notice.added" ? [item.message] : []));
  expect(notices).toContainEqual(
    expect.stringContaining("other cannot be used: The limit of 1 USD cannot be enforced"),
  );
  expect(setup.server.requests.length).toBeGreaterThan(0);
});

async function createSetup(more: object = {}) {
  const folder = createTempWorkspace({ "work/a.txt": "x\n", "home/.keep": "" });
  const server = await chatServer();
  const own = { apiProvider: "openai-compatible", apiBaseUrl: server.baseUrl, apiModelId: "own-model" };
  const profiles: Record<string, Partial<ProviderSettings>> = { main: { ...own, ...more }, other: own };
  writeFileSync(folder.path("home/profiles.json"), JSON.stringify(profiles));
  const host = createHost({ home: folder.path("home"), environment: { PATH: process.env.PATH }, version: "0" });
  const seen: (TaskEvent | LiveDelta)[] = [];
  return {
    host,
    server,
    seen,
    async start({ attended, limits = { costUsd: 1 } }: { attended: boolean; limits?: { costUsd?: number } }) {
      const configuration = await host.configure(folder.path("work"), { profile: "main", snapshots: false });
      const session = await host.createTask({
        configuration,
        provider: {},
        limits,
        attended,
        autoApprove: new Set(["read"]),
        observe: (item) => void seen.push(item),
        retry: { attempts: 2, firstDelayMs: 1, maxDelayMs: 1, maxRequestedDelayMs: 1, networkForMs: 0 },
      });
      await session.submit({ type: "message.send", opId: "1", text: "do it" });
      return session.run();
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
