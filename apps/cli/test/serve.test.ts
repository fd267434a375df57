import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { createClient } from "@roo-code/client";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { expect, it } from "vitest";
import { complete, createProject, type Started } from "./roo.ts";

async function ready(started: Started): Promise<{ url: string; token: string; port: number; pid: number }> {
  await started.prints(/\n/);
  return JSON.parse(started.stdout()) as { url: string; token: string; port: number; pid: number };
}

it("serves its page to clients with the token, its health to all, and stops on a signal", async () => {
  using here = createProject();
  await here.run([complete("<b>done</b>")]);
  const started = here.start(["serve", "--port", "0", "--output", "json"]);
  const { url, token, port, pid } = await ready(started);
  expect(pid).toBe(started.child.pid);
  const base = `http://127.0.0.1:${port}`;
  expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: "ok" });
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  const tasks = `${base}/api/v1/tasks`;
  const refused = await fetch(tasks);
  expect([refused.status, await refused.json()]).toEqual([
    401,
    { error: { code: "unauthorized", message: "You are signed out.", next: expect.stringContaining("roo open") } },
  ]);
  const redirect = await fetch(url, { redirect: "manual" });
  expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "/"]);
  const cookie = redirect.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(redirect.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Strict/);
  expect(await (await fetch(tasks, { headers: { cookie } })).text()).toContain("do it");
  const statusFor = async (authorization: string) => (await fetch(tasks, { headers: { authorization } })).status;
  expect(await statusFor(`Bearer ${token}`)).toBe(200);
  expect(await statusFor("Bearer wrong")).toBe(401);
  expect(await statusFor(`bearer ${token}`)).toBe(200);
  const page = await fetch(`${base}/settings/models`);
  expect([page.headers.get("content-type"), await page.text()]).toEqual([
    expect.stringContaining("text/html"),
    expect.stringContaining("<title>Roo Code</title>"),
  ]);
  expect((await fetch(`${base}/assets/nothing.js`)).status).toBe(404);
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

it("applies every change of the folder's configuration while it runs", async () => {
  using here = createProject({ ".roo/commands/ship.md": "Ship it." });
  const started = here.start(["serve", "--port", "0", "--output", "json"]);
  const { token, port } = await ready(started);
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token });
  const { workspaceId } = await client.server.about();
  const params = { workspaceId: workspaceId ?? "" };
  const own = async () => {
    const { commands, rules, skills } = await client.configuration.inventory({ params });
    const { modes } = await client.configuration.modes({ params });
    const names = (items: readonly { name: string; origin: string }[]) =>
      items.filter(({ origin }) => origin !== "builtin").map(({ name }) => name);
    return { commands: names(commands), rules: names(rules), skills: names(skills), modes: names(modes) };
  };
  expect(await own()).toEqual({ commands: ["ship"], rules: [], skills: [], modes: [] });

  here.write(".roo/commands/test.md", "Test it.");
  here.write(".roo/rules/style.md", "Two spaces.");
  here.write(".roo/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Reads PDF files.\n---\nDo so.");
  here.write(".roomodes", "customModes: [{ slug: poet, name: Poet, roleDefinition: You rhyme., groups: [read] }]");
  await expect
    .poll(own)
    .toEqual({ commands: ["ship", "test"], rules: [".roo/rules/style.md"], skills: ["pdf"], modes: ["Poet"] });

  here.write(".roomodes", "customModes: [{ slug: <script>");
  const problems = async () => JSON.stringify((await client.configuration.inventory({ params })).notices);
  await expect.poll(problems).toContain(".roomodes");
  started.child.kill("SIGTERM");
  expect((await started.ended).code).toBe(0);
});

it("reports a port in use, and uses the next one if none was requested", async () => {
  using here = createProject();
  const other = createServer();
  const taken = await listenOnLoopback(other);
  const refused = await here.roo(["serve", "--port", String(taken)]);
  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/in use[\s\S]*--port/) });
  const variable = await here.roo(["serve"], { env: { ROO_PORT: String(taken) } });
  expect(variable).toMatchObject({ code: 2, stderr: refused.stderr });
  other.close();

  const first = here.start(["serve", "--output", "json"]);
  const { url } = await ready(first);
  const second = await here.roo(["serve"]);
  expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining(new URL(url).origin) });
  using elsewhere = createProject();
  const next = elsewhere.start(["serve", "--output", "json"]);
  expect((await ready(next)).port).not.toBe((await ready(first)).port);
  for (const { child, ended } of [first, next]) {
    child.kill("SIGTERM");
    await ended;
  }
});
