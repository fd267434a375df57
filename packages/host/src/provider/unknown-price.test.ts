import { writeFileSync } from "node:fs";
import { chatServer } from "@roo-code/testkit/chat-server";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { LiveDelta, ProviderSettings, TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { createHost } from "../create-host.ts";

const done = { calls: [{ id: "c1", name: "attempt_completion", arguments: '{"result":"done"}' }] };

it("refuses a limit in dollars with nobody there, where nobody knows what the model costs", async () => {
  await using here = await place();
  const refused = await here.start({ attended: false }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "unknown_price", message: expect.stringContaining("own-model") });
  expect(refused).toHaveProperty("next", expect.stringMatching(/--max-tokens.*--input-price/s));
  expect(await here.host.tasks.list()).toEqual([]);
});

it("warns of it where somebody is there, and goes on", async () => {
  await using here = await place();
  here.server.push(done);
  await here.start({ attended: true });
  const notices = here.seen.flatMap((item) => (item.type === "notice.added" ? [item] : []));
  expect(notices).toMatchObject([{ code: "unknown_price", message: expect.stringContaining("1 USD has no effect") }]);
});

it.each([
  ["without such a limit", {}, { limits: {} }],
  ["with a price of one's own", { inputPrice: 3, outputPrice: 15 }, {}],
  ["with a vendor that says what each reply cost", { apiProvider: "openrouter", apiKey: "not-a-key" }, {}],
])("says nothing %s", async (_, settings, more) => {
  await using here = await place(settings);
  here.server.push(done);
  await here.start({ attended: false, ...more });
  expect(here.seen.filter(({ type }) => type === "notice.added")).toEqual([]);
});

it("stops at a price of one's own", async () => {
  await using here = await place({ inputPrice: 1_000_000, outputPrice: 0 });
  const look = { calls: [{ id: "c1", name: "list_files", arguments: '{"path":"."}' }], usage: { prompt_tokens: 2 } };
  here.server.push(look, done);
  const result = await here.start({ attended: false });
  expect(result).toMatchObject({ status: "limit", error: { code: "limit_cost" } });
});

it("passes over a stand-in whose price is not known", async () => {
  await using here = await place({ inputPrice: 3, outputPrice: 15, fallback: ["other"] });
  here.server.push({ status: 402, body: "{}" });
  const result = await here.start({ attended: false });
  expect(result).toMatchObject({ status: "failed" });
  const notices = here.seen.flatMap((item) => (item.type === "notice.added" ? [item.message] : []));
  expect(notices).toContainEqual(
    expect.stringContaining("other cannot be used: The limit of 1 USD cannot be enforced"),
  );
  expect(here.server.requests.length).toBeGreaterThan(0);
});

async function place(more: object = {}) {
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
