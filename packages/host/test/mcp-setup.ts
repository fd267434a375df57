import { fileURLToPath } from "node:url";
import { type ChatServer, chatServer } from "@roo-code/testkit/chat-server";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { ApprovalKind, EventOf, LiveDelta, RunResult, TaskEvent, TaskEventType } from "@roo-code/types";
import { onTestFinished } from "vitest";
import { createHost } from "../src/create-host.ts";
import type { Host, RunOptions as HostRunOptions } from "../src/host.ts";

const hostile = fileURLToPath(new URL("../../mcp/test/fixtures/hostile-server.mjs", import.meta.url));

/** A test server with one unusual behaviour; `none` is a normal server. */
export function fixtureServer(vice: string, ...args: string[]) {
  return { command: process.execPath, args: [hostile, vice, ...args] };
}

/** The reference server that uses every feature. */
export const everything = {
  command: process.execPath,
  args: [fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"))],
};

/** A tool call of the model, or its text. */
type Call = { readonly name: string; readonly input: object } | { readonly text: string };

interface RunOptions {
  readonly mode?: string;
  readonly autoApprove?: readonly ApprovalKind[];
  /** Answers approval requests; the run is unattended without it. */
  readonly approve?: (request: EventOf<"approval.requested">) => boolean;
  /** The answer to any other question. */
  readonly answer?: string;
  readonly notify?: HostRunOptions["notify"];
}

interface FinishedRun {
  readonly result: RunResult;
  readonly events: readonly TaskEvent[];
  readonly of: <Type extends TaskEventType>(type: Type) => EventOf<Type>[];
  /** The names of the tools offered in each request. */
  readonly offered: readonly string[][];
}

export interface McpSetup {
  readonly host: Host;
  readonly home: TempWorkspace;
  readonly project: TempWorkspace;
  readonly model: ChatServer;
  /** Runs a task whose model makes these calls in order and then completes. */
  readonly run: (
    calls: readonly (Call | ((requests: ChatServer["requests"]) => Call))[],
    options?: RunOptions,
  ) => Promise<FinishedRun>;
}

interface SetupOptions {
  /** Files of the project. */
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A home with MCP servers, a project, and a model on a socket. */
export async function createMcpSetup(
  servers: Readonly<Record<string, object>>,
  { files = {}, environment: more = {} }: SetupOptions = {},
): Promise<McpSetup> {
  const home = createTempWorkspace({ "mcp-settings.json": JSON.stringify({ mcpServers: servers }) });
  const project = createTempWorkspace(files);
  const model = await chatServer();
  onTestFinished(async () => {
    await model.close();
    await project[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });
  const environment = { PATH: process.env.PATH ?? "", HOME: home.root, OPENAI_API_KEY: "sk-not-a-key", ...more };
  const host = createHost({ home: home.root, environment, version: "test" });
  const run: McpSetup["run"] = async (
    calls,
    { mode = "code", autoApprove = [], approve, answer = "", notify } = {},
  ) => {
    const before = model.requests.length;
    for (const call of calls) {
      model.push(() => {
        const reply = typeof call === "function" ? call(model.requests) : call;
        if ("text" in reply) return { ...reply, usage: { prompt_tokens: 100, completion_tokens: 10 } };
        const { name, input } = reply;
        return { calls: [{ id: `c${model.requests.length}`, name, arguments: JSON.stringify(input) }] };
      });
    }
    model.push({ calls: [{ id: "end", name: "attempt_completion", arguments: '{"result":"Done."}' }] });
    const events: TaskEvent[] = [];
    const session = await host.createTask({
      configuration: await host.configure(project.root, { mode }),
      provider: { apiProvider: "openai", apiBaseUrl: model.baseUrl, apiModelId: "test-model", apiKey: "sk-not-a-key" },
      limits: { turns: calls.length + 3 },
      autoApprove: new Set(autoApprove),
      attended: approve !== undefined,
      ...(notify && { notify }),
      observe: (item: TaskEvent | LiveDelta, { taskId }) => {
        if ("live" in item) return;
        events.push(item);
        const opId = `a${events.length}`;
        if (item.type === "question.requested")
          void session.submit({ type: "question.answer", opId, callId: item.callId, answer }, taskId);
        if (item.type !== "approval.requested" || !approve) return;
        const decision = approve(item) ? "allow" : "deny";
        void session.submit({ type: "approval.answer", opId, callId: item.callId, decision }, taskId);
      },
    });
    await session.submit({ type: "message.send", opId: "1", text: "Go." });
    const result = await session.run();
    const offered = model.requests.slice(before).map(({ body }) => toolNames(body?.tools));
    return { result, events, offered, of: (type) => events.filter((event) => event.type === type) as never };
  };
  return { host, home, project, model, run };
}

function toolNames(tools: unknown): string[] {
  if (!Array.isArray(tools)) return [];
  return tools.map((tool: { function?: { name?: string } }) => tool.function?.name ?? "");
}
