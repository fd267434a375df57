import type { EventDraft, ModelClient, ModelRequest, TaskEvent, TaskId, ToolDefinition } from "@roo-code/types";
import { RequestMemory } from "../packages/engine/src/context/request-memory.ts";
import type { ContextPorts } from "../packages/engine/src/ports.ts";
import { TaskRecord } from "../packages/engine/src/task-record.ts";
import { ToolRegistry } from "../packages/engine/src/tool-registry.ts";
import { takeTurn } from "../packages/engine/src/turn.ts";
import { codeMode } from "../packages/engine/test/builtin-mode.ts";
import { systemClock } from "../packages/providers/src/system-clock.ts";
import { estimateTokens } from "../packages/providers/src/tokens/estimate-tokens.ts";
import { MemoryEventLog } from "../packages/testkit/src/memory-event-log.ts";
import { ScriptedClient } from "../packages/testkit/src/scripted-client.ts";
import type { ScriptedReply } from "../packages/testkit/src/scripted-reply.ts";
import { LocalWorkspace } from "../packages/workspace/src/local-workspace.ts";

const taskId = "task-bench" as TaskId;
const environment = { cwd: "/project", platform: "linux", shell: "bash", date: "2030-01-01" };
const maxRequests = 2000;

/** A task whose model is a function and whose tool results are given by the bench. */
export class ContextTask {
  readonly record: TaskRecord;
  readonly client: ScriptedClient;
  systemPrompt = "You are a careful engineer. ".repeat(100);
  tools: readonly ToolDefinition[] = ["read_file", "apply_diff", "execute_command"].map((name) => toolNamed(name));
  readonly #log: MemoryEventLog;
  readonly #context: ContextPorts;
  readonly #memory: RequestMemory;

  private constructor(log: MemoryEventLog, record: TaskRecord, client: ScriptedClient, window: number) {
    this.#log = log;
    this.record = record;
    this.client = client;
    this.#context = {
      modelLimits: () => Promise.resolve({ contextWindow: window, maxOutput: 4096 }),
      estimateTokens,
      threshold: 75,
    };
    this.#memory = new RequestMemory(this.#context);
  }

  static async create(options: {
    window: number;
    answer: (request: ModelRequest) => string | ScriptedReply;
  }): Promise<ContextTask> {
    const log = new MemoryEventLog(systemClock);
    const writer = await log.create(taskId);
    const record = new TaskRecord(writer, []);
    record.append({ type: "task.start", taskId, mode: "code", environment, format: 1 });
    const client = new ScriptedClient(Array.from({ length: maxRequests }, () => options.answer));
    return new ContextTask(log, record, client, options.window);
  }

  append(...drafts: EventDraft[]): void {
    this.record.append(...drafts);
  }

  /** Runs one turn and records results for its calls. */
  async turn(result: (name: string) => string): Promise<void> {
    const client: ModelClient = this.client;
    const { signal } = new AbortController();
    await takeTurn({
      ports: {
        client,
        tools: new ToolRegistry(),
        workspace: new LocalWorkspace({ root: "/" }),
        mode: codeMode,
        policy: { autoApprove: new Set(), attended: false },
        clock: systemClock,
        random: Math.random,
        retry: { attempts: 1, firstDelayMs: 0, maxDelayMs: 0, maxRequestedDelayMs: 0, networkForMs: 0 },
        observe: () => {},
        context: this.#context,
      },
      record: this.record,
      memory: this.#memory,
      systemPrompt: this.systemPrompt,
      tools: this.tools,
      signal,
    });
    for (const { call } of this.record.state.openCalls) {
      const { callId, name } = call;
      this.append({ type: "tool.end", callId, name, content: result(name), isError: false, durationMs: 1 });
    }
  }

  events(): Promise<TaskEvent[]> {
    return this.#log.read(taskId);
  }
}

export function toolNamed(name: string): ToolDefinition {
  return { name, description: `Does what ${name} does.`, inputSchema: { type: "object", properties: {} } };
}

export function userMessage(text: string): EventDraft {
  return { type: "message.added", opId: text, message: { role: "user", content: [{ type: "text", text }] } };
}
