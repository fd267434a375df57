import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { dirname, join } from "node:path";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Terminal } from "./front-door/terminal.ts";
import { createProject, rooProgram, type TestProject } from "./roo.ts";

/** roo as if installed, in a terminal, and a registry on loopback that knows a newer version. */
let here: TestProject;
let server: Server;
let registry: string;
let requests: { url: string | undefined; headers: IncomingHttpHeaders }[];
beforeEach(async () => {
  here = createProject();
  const installed = join(dirname(here.home), "cli");
  mkdirSync(installed);
  const dist = join(dirname(rooProgram), "../apps/cli/dist");
  // Hard links if possible: it has 66 MB.
  if (spawnSync("cp", ["-al", dist, installed]).status !== 0) spawnSync("cp", ["-a", dist, installed]);
  requests = [];
  server = createServer(({ url, headers }, response) => {
    requests.push({ url, headers });
    response.end('{ "version": "99.0.0" }');
  });
  registry = `http://127.0.0.1:${await listenOnLoopback(server)}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  here[Symbol.dispose]();
});

const notice = /roo 99\.0\.0 is available, this is [\d.]+\. Update it with: the way you installed it/;

it("asks in the background, mentions the newer version from the next command on, and both once a day", async () => {
  expect(await inTerminal()).not.toMatch(notice);
  await expect.poll(() => stateFile()).toMatchObject({ latest: "99.0.0" });
  expect(await inTerminal()).toMatch(notice);
  expect(await inTerminal()).not.toMatch(notice);
  expect(requests.map(({ url }) => url)).toEqual(["/@roo-code%2fcli/latest"]);
  expect(requests[0]?.headers).toMatchObject({ "user-agent": "roo" });
  expect(JSON.stringify(requests)).not.toContain("canary-key");
});

it("asks a day later again", async () => {
  mkdirSync(join(here.home, "cache"), { recursive: true });
  const yesterday = Date.now() - 25 * 60 * 60 * 1000;
  const state = { checkedAt: yesterday, shownAt: yesterday, latest: "98.0.0" };
  writeFileSync(join(here.home, "cache/update.json"), JSON.stringify(state));
  expect(await inTerminal()).toContain("roo 98.0.0 is available");
  await expect.poll(() => stateFile()).toMatchObject({ latest: "99.0.0" });
});

it.each([{ CI: "true" }, { DO_NOT_TRACK: "1" }, { ROO_UPDATE_NOTICE: "false" }])(
  "does nothing with %o",
  async (env) => {
    expect(await inTerminal(env)).not.toMatch(notice);
    expect(existsSync(join(here.home, "cache/update.json"))).toBe(false);
  },
);

it("does nothing in a checkout, and outside a terminal", async () => {
  await inTerminal({}, rooProgram);
  await here.roo(["tasks", "list"], { env: { CI: undefined, npm_config_registry: registry } });
  expect(existsSync(join(here.home, "cache/update.json"))).toBe(false);
});

it("is silent if the registry cannot be reached, and asks no more that day", async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await inTerminal()).toBe('No tasks yet. Start one with: roo run "…"   or see: roo demo\r\n');
  const state = stateFile();
  expect(state).toEqual({ checkedAt: expect.any(Number) });
  await inTerminal();
  expect(stateFile()).toEqual(state);
});

it("is silent if its folder is not writable", async () => {
  mkdirSync(here.home, { recursive: true });
  // A file where the folder should be: root may write anywhere else.
  writeFileSync(join(here.home, "cache"), "");
  expect(await inTerminal()).toMatch(/^No tasks yet.*\r\n$/);
  rmSync(join(here.home, "cache"));
  chmodSync(here.home, 0o700);
});

function stateFile(): unknown {
  const file = join(here.home, "cache/update.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** What `roo tasks list` shows. */
async function inTerminal(variables: NodeJS.ProcessEnv = {}, program?: string): Promise<string> {
  const { CI: _, ...env } = here.env;
  const installed = `'${process.execPath}' '${join(dirname(here.home), "cli/dist/roo.js")}'`;
  using terminal = new Terminal(`exec ${program ?? installed} tasks list`, {
    cwd: here.folder,
    env: { ...env, npm_config_registry: registry, OPENAI_API_KEY: "canary-key", ...variables },
  });
  expect(await terminal.ended).toBe(0);
  return terminal.shown;
}
