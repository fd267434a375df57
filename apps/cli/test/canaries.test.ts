import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chatServer } from "@roo-code/testkit/chat-server";
import { expect, it } from "vitest";
import { createProject, type Outcome, type TestProject } from "./roo.ts";

/** One for everything that can hold a secret. */
const canary = (where: string) => `canary-in-${where}-4711`;
const secretEnvironment = {
  OPENAI_API_KEY: canary("openai-key"),
  REFERENCED_KEY: canary("reference"),
  AWS_SECRET_ACCESS_KEY: canary("aws"),
  DATABASE_URL: `postgres://roo:${canary("database")}@127.0.0.1/roo`,
  JWT_SECRET: canary("jwt"),
};

it("leaks no secret: not on the screen, in logs, exports, recordings, over HTTP, or to child processes", async () => {
  using here = createProject({ "settings-of-roo.json": rooSettings });
  const seen: string[] = [];
  const roo = async (...args: string[]): Promise<Outcome> => {
    const outcome = await here.roo(args, { env: { ...secretEnvironment, ROO_RECORD: join(here.folder, "tape") } });
    seen.push(`${args.join(" ")}\n${outcome.stdout}\n${outcome.stderr}`);
    return outcome;
  };
  // As some servers do.
  const quoting = (status: number) => (request: { headers: object }) => ({
    status,
    body: JSON.stringify({ error: { message: `Not accepted: ${JSON.stringify(request.headers)}` } }),
  });
  await using server = await chatServer([
    quoting(401),
    quoting(400),
    quoting(503),
    { calls: [{ name: "execute_command", arguments: JSON.stringify({ command: "env; cat /proc/self/environ" }) }] },
    { calls: [{ name: "list_secrets", arguments: "{}" }] },
    { text: "done" },
  ]);
  const at = ["--provider", "openai-compatible", "--base-url", server.baseUrl, "--model", "m"];
  await roo("config", "set", "someApiKey", "placeholder");
  writeFileSync(join(here.home, "settings.json"), JSON.stringify({ someApiKey: canary("setting") }));
  writeFileSync(join(here.home, "mcp-settings.json"), mcpSettings);
  writeFileSync(join(here.home, "hooks.json"), hooks);
  here.write("../home/tools/list.mjs", customTool);

  await here.roo(["profiles", "add", "stored", ...at, "--api-key", canary("store"), "--header", secretHeader]);
  await roo("profiles", "add", "referring", ...at, "--api-key", "${env:REFERENCED_KEY}");
  expect((await roo("profiles", "test", "stored")).stderr).toContain("Not accepted");
  expect((await roo("run", "--profile", "referring", "x")).stderr).toContain("Not accepted");
  const run = await roo("run", "--profile", "stored", "--auto-approve", "all", "--output", "ndjson", "x");
  expect([run.code, server.requests.length]).toEqual([0, 6]);
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: `Bearer ${canary("store")}`,
    "x-api-key": canary("header"),
  });
  const taskId = here.taskIds().sort().at(-1) ?? "";
  const calls = here.events(taskId).filter((event) => event.type === "tool.end");
  expect(calls).toMatchObject([
    { name: "execute_command", isError: false },
    { name: "list_secrets", isError: false },
  ]);
  expect(here.read("hook-environment")).toContain("PATH");
  seen.push(here.read("hook-environment"));

  await roo("import", "--yes", "--from", "settings-of-roo.json", "--output", "json");
  for (const args of [
    ["config", "show", "--origin"],
    ["config", "show", "--output", "json"],
    ["profiles", "list", "--output", "json"],
    ["profiles", "export"],
    ["providers", "--output", "json"],
    ["doctor"],
    ["tasks", "show", taskId],
    ...["markdown", "json", "atif"].map((format) => ["export", taskId, "--format", format]),
    ["export", taskId, "--format", "roo", "--to", "exported"],
  ])
    await roo(...args);
  seen.push(...(await served(here)));

  expect(seen.join("\n").match(/canary-in-[a-z-]+/g) ?? []).toEqual([]);
  expect(canariesBelow(here.home, ["settings.json", "mcp-settings.json"])).toEqual([]);
  expect(canariesBelow(here.folder, ["settings-of-roo.json"])).toEqual([]);
});

const secretHeader = `X-Api-Key=${canary("header")}`;
const rooSettings = JSON.stringify({
  providerProfiles: {
    apiConfigs: {
      imported: { apiProvider: "openrouter", openRouterApiKey: canary("import"), geminiApiKey: canary("stray") },
    },
  },
  globalSettings: { openRouterImageApiKey: canary("image") },
});
const mcpSettings = JSON.stringify({
  mcpServers: { files: { command: "files", args: ["--token", canary("argument")], env: { TOKEN: canary("mcp") } } },
});
const hooks = JSON.stringify({ hooks: { afterTool: [{ name: "look", command: "env > hook-environment" }] } });
const customTool = `export default {
  name: "list_secrets",
  description: "Lists the environment.",
  parameters: { type: "object", properties: {} },
  execute: async () => JSON.stringify(process.env),
};`;

async function served(here: TestProject): Promise<string[]> {
  const started = here.start(["serve", "--port", "0", "--output", "json"], { env: secretEnvironment });
  await started.prints(/\n/);
  const { url, token } = JSON.parse(started.stdout()) as { url: string; token: string };
  const headers = { authorization: `Bearer ${token}` };
  const answers = await Promise.all(
    ["/", "/api/v1/configuration", "/nothing"].map(async (path) =>
      (await fetch(new URL(path, url), { headers })).text(),
    ),
  );
  started.child.kill("SIGTERM");
  const { stdout, stderr } = await started.ended;
  return [...answers, stdout, stderr];
}

/** Without the user's own files. */
function canariesBelow(folder: string, own: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .filter(({ name }) => !own.includes(name))
    .flatMap(({ name, parentPath }) => {
      const found = /canary-in-[a-z-]+/.exec(readFileSync(join(parentPath, name), "latin1"))?.[0];
      return found === undefined ? [] : `${name}: ${found}`;
    });
}
