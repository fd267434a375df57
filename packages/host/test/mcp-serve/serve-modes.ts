import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ScriptedReply } from "@roo-code/testkit/scripted-reply";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { onTestFinished } from "vitest";
import * as z from "zod";
import { createHost } from "../../src/create-host.ts";
import type { Host } from "../../src/host.ts";
import { openModesServer } from "../../src/mcp-serve/open-modes-server.ts";

export const token = "not-a-secret-0123456789";

const viewSchema = z.looseObject({
  taskId: z.string(),
  status: z.string(),
  mode: z.string(),
  result: z.string().nullable(),
  questions: z.array(z.looseObject({ taskId: z.string(), callId: z.string(), kind: z.string(), text: z.string() })),
});
type View = z.infer<typeof viewSchema>;

export interface Connected {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  /** Throws if the tool fails. */
  readonly call: (name: string, input?: object) => Promise<Record<string, unknown>>;
  readonly view: (name: string, input?: object) => Promise<View>;
  /** The error message of a tool that fails. */
  readonly refusal: (name: string, input?: object) => Promise<string>;
}

export interface ServedModes {
  readonly host: Host;
  readonly project: TempWorkspace;
  readonly home: TempWorkspace;
  readonly url: string;
  readonly log: string[];
  connect(options?: ClientOptions): Promise<Connected>;
}

export const complete = (result: string) => ({ toolCalls: [{ name: "attempt_completion", input: { result } }] });
export const command = (line: string) => ({ toolCalls: [{ name: "execute_command", input: { command: line } }] });
export const question = (text: string, ...choices: string[]) => ({
  toolCalls: [
    {
      name: "ask_followup_question",
      input: { question: text, follow_up: choices.map((choice) => ({ text: choice })) },
    },
  ],
});
/** Uses the protocol version without sessions. */
export const stateless: ClientOptions = { versionNegotiation: { mode: { pin: "2026-07-28" } } };

/** `roo mcp serve --http` in this process; the model of every task gives the same replies. */
export async function serveModes(
  replies: readonly (object | ScriptedReply)[],
  {
    idleMs = 600_000,
    maxSessions = 100,
    files = {},
  }: { idleMs?: number; maxSessions?: number; files?: Record<string, string> } = {},
): Promise<ServedModes> {
  const home = createTempWorkspace();
  const project = createTempWorkspace(files);
  const script = join(home.root, "script.jsonl");
  writeFileSync(script, replies.map((reply) => `${JSON.stringify(reply)}\n`).join(""));
  const host = createHost({ home: home.root, environment: { PATH: process.env.PATH }, version: "test" });
  const log: string[] = [];
  const opened = await openModesServer({
    host,
    home: home.root,
    version: "test",
    folder: project.root,
    provider: { apiProvider: "replay", replayFile: script },
    settings: { snapshots: false },
    log: (line) => log.push(line),
  });
  const url = await opened.server.listen({
    address: "127.0.0.1",
    port: 0,
    token,
    hostNames: ["localhost", "127.0.0.1"],
    idleMs,
    maxSessions,
    onError: (error) => log.push(error.message),
  });
  onTestFinished(async () => {
    await opened.close();
    await project[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });
  return { host, project, home, url, log, connect: (options) => connect(url, options) };
}

async function connect(url: string, options?: ClientOptions): Promise<Connected> {
  const client = new Client({ name: "test", version: "1" }, options);
  const headers = { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const callTool = (name: string, input: object = {}) => client.callTool({ name, arguments: { ...input } });
  const call: Connected["call"] = async (name, input) => {
    const { isError, structuredContent, content } = await callTool(name, input);
    if (isError) throw new Error(JSON.stringify(content));
    return z.record(z.string(), z.unknown()).parse(structuredContent);
  };
  return {
    client,
    transport,
    call,
    view: async (name, input) => viewSchema.parse(await call(name, input)),
    async refusal(name, input) {
      const { isError, content } = await callTool(name, input);
      return isError ? JSON.stringify(content) : "it did not fail";
    },
  };
}
