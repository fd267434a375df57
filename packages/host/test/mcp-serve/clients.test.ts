import { request } from "node:http";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { accepts, authorized, initializing, post, sessionOf } from "./raw-requests.ts";
import { command, complete, serveModes, stateless, token } from "./serve-modes.ts";

const wait = { waitSeconds: 50 };

describe("several clients", { timeout: 300_000 }, () => {
  it("make a thousand calls in parallel, and each gets its own answers", async () => {
    const at = await serveModes([complete("ok")]);
    const clients = await Promise.all([at.connect(), at.connect(), at.connect(stateless)]);
    const slugs = ["code", "architect", "ask", "debug", "orchestrator"];
    const calls = Array.from({ length: 1002 }, (_, index) => ({
      client: clients[index % clients.length],
      slug: slugs[(index * 7) % slugs.length] ?? "",
    }));
    const wrong: unknown[] = [];
    // In batches, because each call takes a connection.
    for (let start = 0; start < calls.length; start += 60)
      await Promise.all(
        calls.slice(start, start + 60).map(async ({ client, slug }) => {
          const answer = await client?.call("get_mode", { mode: slug });
          if (answer?.slug !== slug) wrong.push({ slug, answer });
        }),
      );
    expect(wrong).toEqual([]);
  });

  it("see only their own tasks, but may use any of the folder by id", async () => {
    const at = await serveModes([complete("mine")]);
    const [me, other] = [await at.connect(), await at.connect()];
    await me.call("switch_mode", { mode: "ask" });
    expect(await other.call("list_modes")).toMatchObject({ current: null });
    const { taskId } = await me.view("new_task", { prompt: "Mine.", ...wait });
    const { resources } = await other.client.listResources();
    expect(resources.filter(({ uri }) => uri.startsWith("task:"))).toEqual([]);
    expect(await other.view("get_task", { taskId })).toMatchObject({ result: "mine" });
  });

  it("cannot access tasks of another folder", async () => {
    const at = await serveModes([complete("ok")]);
    await using elsewhere = createTempWorkspace();
    const session = await at.host.createTask({
      configuration: await at.host.configure(elsewhere.root, { snapshots: false }),
      provider: { apiProvider: "replay", replayFile: `${at.home.root}/script.jsonl` },
      limits: {},
      autoApprove: new Set(),
      attended: false,
      observe: () => {},
    });
    await session.submit({ type: "message.send", opId: "1", text: "Private." });
    const { taskId } = await session.run();
    const { refusal, client } = await at.connect();
    for (const [name, more] of [
      ["get_task", {}],
      ["send_message", { text: "x" }],
      ["switch_mode", { mode: "ask" }],
    ] as const)
      expect(await refusal(name, { taskId, ...more })).toContain("belongs to another folder");
    await expect(client.readResource({ uri: `task://${taskId}/events` })).rejects.toThrow("not found");
  });
});

describe("a session", () => {
  it.each([
    ["that is idle ends by itself", 4000, false],
    ["that its client closes ends", 600_000, true],
  ])("%s, and its tasks are aborted", async (_, idleMs, ends) => {
    const at = await serveModes([command("true")], { idleMs });
    const client = await at.connect();
    const { sessionId = "" } = client.transport;
    const { taskId } = await client.view("new_task", { prompt: "Wait for me.", ...wait });
    if (ends) await client.transport.terminateSession();
    await client.client.close();
    const other = await at.connect();
    let status = "waiting";
    while (status === "waiting") ({ status } = await other.view("get_task", { taskId }));
    expect(status).toBe("aborted");
    expect((await post(at.url, { "mcp-session-id": sessionId })).status).toBe(404);
  });

  it("does not abort a task that another client uses", async () => {
    const at = await serveModes([command("true"), complete("ok")]);
    const [first, second] = [await at.connect(), await at.connect()];
    const { taskId, questions } = await first.view("new_task", { prompt: "Go.", ...wait });
    await second.call("send_message", { taskId, text: "I am here too." });
    await first.transport.terminateSession();
    const answer = { taskId, callId: questions[0]?.callId, decision: "allow", ...wait };
    expect(await second.view("answer_approval", answer)).toMatchObject({ status: "completed" });
  });

  it("is replaced by a new one at the limit, idle sessions first", async () => {
    const at = await serveModes([], { maxSessions: 1 });
    const first = await at.connect(stateless);
    await at.connect();
    expect(await first.call("list_modes")).toHaveProperty("modes");
    expect((await post(at.url, {})).status).toBe(503);
  });

  it("whose stream is interrupted receives the missed messages", async () => {
    const at = await serveModes([command("true")]);
    const headers = await sessionOf(at.url);
    const cut = new AbortController();
    const params = { name: "new_task", arguments: { prompt: "Go.", waitSeconds: 50 } };
    const response = await post(at.url, headers, { jsonrpc: "2.0", id: 7, method: "tools/call", params }, cut.signal);
    const first = await response.body?.getReader().read();
    cut.abort();
    const [, lastEventId = ""] = /id: (\S+)/.exec(new TextDecoder().decode(first?.value)) ?? [];
    expect(lastEventId).not.toBe("");
    const resume = () =>
      fetch(at.url, {
        headers: { ...authorized, ...headers, accept: "text/event-stream", "last-event-id": lastEventId },
      });
    let resumed = await resume();
    // Until the server has noticed that the first stream is closed.
    while (resumed.status === 409) resumed = await resume();
    expect(resumed.status).toBe(200);
    let text = "";
    for await (const chunk of resumed.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('"id":7')) break;
    }
    expect(text).toContain("waiting");
  });
});

describe("the HTTP endpoint", () => {
  it("requires the token, and refuses pages of other origins", async () => {
    const { url } = await serveModes([]);
    const { port } = new URL(url);
    const statusOf = (headers: Record<string, string>) => statusFor(url, { ...authorized, ...headers });
    expect(await statusFor(url, {})).toBe(401);
    expect(await statusOf({ authorization: "Bearer another-0123456789" })).toBe(401);
    // A token issued for another server.
    expect(await statusOf({ authorization: "Bearer eyJhbGciOiJub25lIn0.eyJhdWQiOiJvdGhlciJ9." })).toBe(401);
    expect(await statusOf({ authorization: `Basic ${token}` })).toBe(401);
    expect(await statusOf({ host: "evil.example" })).toBe(403);
    expect(await statusOf({ host: `evil.example:${port}` })).toBe(403);
    expect(await statusOf({ origin: "http://evil.example" })).toBe(403);
    expect(await statusOf({ origin: "null" })).toBe(403);
    expect(await statusOf({ origin: `http://localhost:${port}` })).toBe(200);
    expect(await statusOf({})).toBe(200);
    expect(await statusFor(url.replace("/mcp", "/other"), authorized)).toBe(404);
    const refused = await fetch(url, { method: "POST" });
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("refuses invalid and oversized bodies, and keeps serving", async () => {
    const at = await serveModes([]);
    const { url } = at;
    const send = (body: string) => fetch(url, { method: "POST", headers: { ...authorized, ...accepts }, body });
    expect((await send("{")).status).toBe(400);
    expect((await send('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')).status).toBe(400);
    expect((await send(`"${"x".repeat(5_000_000)}"`)).status).toBe(413);
    expect((await fetch(url, { method: "PUT", headers: authorized })).status).toBeGreaterThanOrEqual(400);
    expect(await (await at.connect()).call("list_modes")).toHaveProperty("modes");
  });
});

/** A request with any `Host`, which `fetch` does not allow. */
function statusFor(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers: { ...accepts, ...headers } }, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject).end(JSON.stringify(initializing));
  });
}
