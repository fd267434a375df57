import { createServer, type Server as HttpServer } from "node:http";
import { fileURLToPath } from "node:url";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { hubUnderTest, never, tempFolder, unattended } from "./hub-under-test.ts";
import { everythingServer } from "./reference-servers.ts";

const program = fileURLToPath(new URL("fixtures/hostile-server.mjs", import.meta.url));
const hostile = (fault: string, ...args: string[]) => ({ command: process.execPath, args: [program, fault, ...args] });

describe("both revisions of the protocol", () => {
  it.each([
    ["the stateless one alone", "reject", "2026-07-28"],
    ["the stateless one before the older one", "stateless", "2026-07-28"],
  ] as const)("over HTTP: %s", async (_, legacy, protocol) => {
    const { url, methods } = await modernServer(legacy);
    const home = tempFolder();
    const first = hubUnderTest({ modern: { url } }, { home });
    expect((await first.call("modern", "add", { a: 1, b: 2 })).content).toBe("3");
    expect(first.events.find((event) => event.type === "connection.added")).toMatchObject({ protocol });
    expect(methods.filter((method) => method === "server/discover")).toHaveLength(1);
    // The discovered revision is recorded: it is not discovered again.
    const second = hubUnderTest({ modern: { url } }, { home });
    expect((await second.call("modern", "add", { a: 2, b: 2 })).content).toBe("4");
    expect(methods.filter((method) => method === "server/discover")).toHaveLength(1);
    expect(methods).not.toContain("initialize");
  });

  it("over HTTP: a known stateless server that is down is not mistaken for one that offers nothing", async () => {
    const { url, close } = await modernServer("reject");
    const home = tempFolder();
    const first = hubUnderTest({ modern: { url } }, { home });
    expect((await first.call("modern", "add", { a: 1, b: 2 })).content).toBe("3");
    close();
    const second = hubUnderTest({ modern: { url } }, { home });
    await expect(second.call("modern", "add", { a: 2, b: 2 })).rejects.toThrow("cannot be reached (ECONNREFUSED)");
  });

  it("over HTTP: the one with sessions, also after its server is killed", async () => {
    const { url, child } = await everythingServer("streamableHttp");
    const { call, events } = hubUnderTest({ all: { url } });
    expect((await call("all", "echo", { message: "a" })).content).toBe("Echo: a");
    expect(events.find((event) => event.type === "connection.added")).toMatchObject({ protocol: "2025-11-25" });
    child.kill("SIGKILL");
    await expect(call("all", "echo", { message: "b" })).rejects.toMatchObject({ code: "mcp_failed" });
    await expect(call("all", "echo", { message: "b" })).rejects.toThrow("cannot be reached (ECONNREFUSED)");
  });

  it("starts a new session when the server has dropped it", async () => {
    const { url, sessions } = await sessionServer();
    const { call, events } = hubUnderTest({ forgetful: { url } });
    expect((await call("forgetful", "work")).content).toBe("done in session-1");
    sessions.clear();
    expect((await call("forgetful", "work")).content).toBe("done in session-2");
    expect(events.map(({ type }) => type)).toEqual(
      "connection.start connection.added mcp.end connection.failed connection.start connection.added mcp.end".split(
        " ",
      ),
    );
  });

  it("resumes a broken stream", async () => {
    const { url } = await sessionServer();
    const { call } = hubUnderTest({ forgetful: { url } });
    expect((await call("forgetful", "slow")).content).toBe("resumed after event-1");
  });

  it("asks the user during a call, also in the stateless revision", async () => {
    const { url } = await modernServer("reject");
    const { call } = hubUnderTest({ modern: { url } });
    const questions: string[] = [];
    const ask = async (question: string) => (questions.push(question), "Berlin");
    expect((await call("modern", "greet", {}, { ask })).content).toBe("Hello Berlin");
    expect(questions).toEqual(["The MCP server modern asks: Where are you?\ncity?"]);
  });
});

describe("a server over stdio", () => {
  it("that speaks an unknown revision is rejected with that reason", async () => {
    const { call } = hubUnderTest({ old: hostile("ancient") });
    await expect(call("old", "work")).rejects.toThrow(/does not respond like an MCP server: .*1999-01-01/);
  });

  it("that sends unexpected requests, answers and notifications gets proper errors", async () => {
    const { call, link } = hubUnderTest({ odd: hostile("forward") }, { workspace: "/tmp" });
    await link.warmUp(never);
    const heard: unknown = JSON.parse((await call("odd", "work")).content);
    expect(heard).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: "s-1", error: expect.objectContaining({ code: -32601 }) }),
        expect.objectContaining({ id: "s-2", result: { roots: [{ uri: "file:///tmp", name: "workspace" }] } }),
      ]),
    );
    expect((await call("odd", "work")).isError).toBe(false);
  });

  it("requires approval from the calling task before it may use the model", async () => {
    const params = {
      messages: [{ role: "user", content: { type: "text", text: "say hello" } }],
      maxTokens: 100,
      systemPrompt: "Be brief.",
    };
    const { call } = hubUnderTest({ asks: hostile("asks", "sampling/createMessage", JSON.stringify(params)) });
    const refused = await call("asks", "work");
    expect(refused.content).toContain("denied");
    const shown: unknown[] = [];
    const allowed = await call(
      "asks",
      "work",
      {},
      {
        approve: async (subject) => (shown.push(subject), true),
        sample: async ({ server, systemPrompt, messages }) => ({
          model: "m",
          text: `${server} ${systemPrompt} ${messages.length}`,
          wasCut: false,
        }),
      },
    );
    expect(shown).toEqual([
      {
        kind: "mcp",
        summary: "asks sends a request to the model",
        detail: "Be brief.\n\nsay hello",
        tool: "asks/sampling",
      },
    ]);
    expect(JSON.parse(allowed.content)).toMatchObject({
      role: "assistant",
      model: "m",
      content: { type: "text", text: "asks Be brief. 1" },
    });
  });

  it("has its form filled in by the user, and is declined when no one is available", async () => {
    const requestedSchema = {
      type: "object",
      properties: {
        name: { type: "string", title: "Your name" },
        age: { type: "integer", description: "in years" },
        color: { type: "string", enum: ["r", "g"], enumNames: ["Red", "Green"], default: "g" },
        news: { type: "boolean" },
      },
      required: ["name", "age", "news"],
    };
    const params = JSON.stringify({ message: "Who are you?", requestedSchema });
    const { call } = hubUnderTest({ asks: hostile("asks", "elicitation/create", params) });
    expect(JSON.parse((await call("asks", "work", {}, unattended)).content)).toEqual({ action: "decline" });
    const answers = ["Anna", "many", "42", "", "yes"];
    const questions: [string, readonly string[]][] = [];
    const ask = async (question: string, suggestions: readonly string[]) => {
      questions.push([question, suggestions]);
      return answers.shift();
    };
    expect(JSON.parse((await call("asks", "work", {}, { ask })).content)).toEqual({
      action: "accept",
      content: { name: "Anna", age: 42, color: "g", news: true },
    });
    expect(questions.map(([question]) => question.split("\n")[1])).toEqual([
      "Your name?",
      "age: in years",
      "This is not an integer. age: in years",
      "color (optional)? Default: g.",
      "news?",
    ]);
    expect(questions[3]?.[1]).toEqual(["Red", "Green", "Decline"]);
    const declined = await call("asks", "work", {}, { ask: async () => "Decline" });
    expect(JSON.parse(declined.content)).toEqual({ action: "decline" });
  });
});

/** A server built with the official SDK, which records the requested methods. */
async function modernServer(
  legacy: "reject" | "stateless",
): Promise<{ url: string; methods: string[]; close: () => void }> {
  const methods: string[] = [];
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: "modern", version: "1" });
      server.registerTool("add", { inputSchema: z.object({ a: z.number(), b: z.number() }) }, async ({ a, b }) => ({
        content: [{ type: "text", text: String(a + b) }],
      }));
      server.registerTool("greet", { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
        const answered = Object(mcpReq.inputResponses?.where);
        if (answered.content) return { content: [{ type: "text", text: `Hello ${answered.content.city}` }] };
        const requestedSchema = {
          type: "object" as const,
          properties: { city: { type: "string" as const } },
          required: ["city"],
        };
        return inputRequired({
          inputRequests: { where: inputRequired.elicit({ message: "Where are you?", requestedSchema }) },
        });
      });
      return server;
    },
    { legacy },
  );
  const answer = toNodeHandler(handler);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body: unknown = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
      methods.push(String(Object(body).method));
      void answer(request, response, body);
    });
  });
  const url = `${await listening(server)}/mcp`;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url, methods, close };
}

/** An older server with sessions, which can be made to forget them, and a tool whose answer comes in a second stream. */
async function sessionServer(): Promise<{ url: string; sessions: Set<string> }> {
  const sessions = new Set<string>();
  let begun = 0;
  const tools = ["work", "slow"].map((name) => ({ name, inputSchema: { type: "object" } }));
  let waiting: unknown;
  const server = createServer((request, response) => {
    const session = String(request.headers["mcp-session-id"] ?? "");
    const chunks: Buffer[] = [];
    const stream = { "content-type": "text/event-stream" };
    const result = (id: unknown, text: string) => ({
      jsonrpc: "2.0",
      id,
      result: { content: [{ type: "text", text }] },
    });
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "GET" && request.headers["last-event-id"] !== undefined) {
        const answer = result(waiting, `resumed after ${String(request.headers["last-event-id"])}`);
        response.writeHead(200, stream).end(`id: event-2\ndata: ${JSON.stringify(answer)}\n\n`);
        return;
      }
      if (request.method !== "POST") return response.writeHead(405).end();
      const { id, method, params } = Object(JSON.parse(Buffer.concat(chunks).toString()));
      const answer = (body: object, headers = {}) =>
        response
          .writeHead(200, { "content-type": "application/json", ...headers })
          .end(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
      if (method === "initialize") {
        const name = `session-${(begun += 1)}`;
        sessions.add(name);
        const serverInfo = { name: "forgetful", version: "1" };
        const offer = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo };
        return answer({ result: offer }, { "mcp-session-id": name });
      }
      if (method === "server/discover") return answer({ error: { code: -32601, message: "unknown method" } });
      if (!sessions.has(session)) return response.writeHead(404).end();
      if (id === undefined) return response.writeHead(202).end();
      if (method === "tools/list") return answer({ result: { tools } });
      if (params.name === "work") return answer(result(id, `done in ${session}`));
      waiting = id;
      return response.writeHead(200, stream).end("id: event-1\nretry: 10\ndata: \n\n");
    });
  });
  return { url: `${await listening(server)}/mcp`, sessions };
}

async function listening(server: HttpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}
