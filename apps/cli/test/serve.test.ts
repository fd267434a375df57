import { mkdirSync, renameSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { complete, place, type Started } from "./roo.ts";

async function ready(started: Started): Promise<{ url: string; token: string; port: number; pid: number }> {
  await expect.poll(started.stdout, { timeout: 20_000 }).toContain("\n");
  return JSON.parse(started.stdout()) as { url: string; token: string; port: number; pid: number };
}

it("serves its page to whoever has the token, its health to all, and ends when asked to", async () => {
  using here = place();
  await here.run([complete("<b>done</b>")]);
  const started = here.start(["serve", "--port", "0", "--output", "json"]);
  const { url, token, port, pid } = await ready(started);
  expect(pid).toBe(started.child.pid);
  const base = `http://127.0.0.1:${port}`;
  expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: "ok" });
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  const refused = await fetch(base);
  expect([refused.status, await refused.json()]).toEqual([
    401,
    { error: { code: "unauthorized", message: expect.any(String) } },
  ]);
  const redirect = await fetch(url, { redirect: "manual" });
  expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "/"]);
  const cookie = redirect.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(redirect.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Strict/);
  const page = await (await fetch(base, { headers: { cookie } })).text();
  expect(page).toContain("do it");
  expect((await fetch(base, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  expect((await fetch(base, { headers: { authorization: "Bearer wrong" } })).status).toBe(401);
  expect((await fetch(base, { headers: { authorization: `bearer ${token}` } })).status).toBe(200);
  expect((await fetch(`${base}/nothing`)).status).toBe(404);
  const badAddress = await fetch(`${base}/%`);
  expect([badAddress.status, await badAddress.json()]).toEqual([
    400,
    { error: { code: "bad_request", message: expect.any(String) } },
  ]);
  const answer = await sendRaw(port, "RUBBISH\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*\{"error":\{"code":"bad_request","message":"[^"]+"\}\}$/);
  started.child.kill("SIGTERM");
  expect((await started.ended).code).toBe(0);
});

function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

it("takes up every change of the folder's configuration while it runs", async () => {
  using here = place({ ".roo/commands/ship.md": "Ship it." });
  const started = here.start(["serve", "--port", "0", "--output", "json"]);
  const { token, port } = await ready(started);
  const headers = { authorization: `Bearer ${token}` };
  const names = async (kind: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/configuration`, { headers });
    const body = (await answer.json()) as Record<string, { name: string; origin: string }[]>;
    return body[kind]?.filter(({ origin }) => origin !== "builtin").map(({ name }) => name);
  };
  expect(await names("commands")).toEqual(["ship"]);

  here.write(".roo/commands/test.md", "Test it.");
  here.write(".roo/rules/style.md", "Two spaces.");
  here.write(".roo/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Reads PDF files.\n---\nDo so.");
  here.write(".roomodes", "customModes: [{ slug: poet, name: Poet, roleDefinition: You rhyme., groups: [read] }]");
  here.write("half.json", '{ "mcpServers": { "files": { "command": "files" } } }');
  mkdirSync(here.home, { recursive: true });
  renameSync(here.path("half.json"), join(here.home, "mcp-settings.json"));
  const kinds = ["commands", "rules", "skills", "modes", "mcpServers"];
  await expect
    .poll(async () => Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await names(kind)]))), {
      timeout: 20_000,
    })
    .toEqual({
      commands: ["ship", "test"],
      rules: [".roo/rules/style.md"],
      skills: ["pdf"],
      modes: ["poet"],
      mcpServers: ["files"],
    });

  here.write(".roomodes", "customModes: [{ slug: <script>");
  const page = async () => (await fetch(`http://127.0.0.1:${port}/`, { headers })).text();
  await expect.poll(page, { timeout: 20_000 }).toContain(".roomodes:");
  expect(await page()).not.toContain("<script>");
  started.child.kill("SIGTERM");
  expect((await started.ended).code).toBe(0);
});

it("says so when its port is taken", async () => {
  using here = place();
  const first = here.start(["serve", "--port", "0", "--output", "json"]);
  const { port } = await ready(first);
  const second = await here.roo(["serve", "--port", String(port)]);
  expect(second).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/taken[\s\S]*--port/) });
  first.child.kill("SIGTERM");
  await first.ended;
});
