import { FakeClock } from "@roo-code/testkit/fake-clock";
import { MemoryEventLog } from "@roo-code/testkit/memory-event-log";
import { ScriptedClient, type ScriptedStep } from "@roo-code/testkit/scripted-client";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type {
  EventDraft,
  EventOf,
  Message,
  ModelClient,
  TaskEvent,
  TaskEventType,
  TaskId,
  ToolDefinition,
} from "@roo-code/types";
import { noUsage } from "@roo-code/types";
import type { CondenseDeps } from "../src/context/condense-deps.ts";
import { RequestMemory } from "../src/context/request-memory.ts";
import { builtinModes } from "../src/index.ts";
import type { ContextPorts } from "../src/ports.ts";
import { TaskRecord } from "../src/task-record.ts";
import { ToolRegistry } from "../src/tool-registry.ts";
import { codeMode } from "./builtin-mode.ts";

const taskId = "task-0001" as TaskId;
const environment = { cwd: "/project", platform: "linux", shell: "bash", date: "2030-01-01" };

export interface TurnScenario {
  readonly replies?: readonly ScriptedStep[];
  readonly client?: ModelClient;
  /** Events in the log after the task's start. */
  readonly past?: readonly EventDraft[];
  readonly context?: Partial<ContextPorts> & { readonly window?: number };
  readonly systemPrompt?: string;
  readonly tools?: readonly ToolDefinition[];
  readonly log?: MemoryEventLog;
}

export interface TurnStage extends AsyncDisposable {
  readonly deps: CondenseDeps;
  readonly client: ScriptedClient;
  readonly log: MemoryEventLog;
  readonly clock: FakeClock;
  readonly stop: AbortController;
  events(): Promise<TaskEvent[]>;
  eventsOf<Type extends TaskEventType>(type: Type): Promise<EventOf<Type>[]>;
  /** Closes the log, as a process that dies does. */
  close(): Promise<void>;
}

/** Dependencies of a turn, without an agent. One character is one token, unless the scenario says otherwise. */
export async function turnStage(scenario: TurnScenario): Promise<TurnStage> {
  const folder = createTempWorkspace();
  const clock = new FakeClock();
  const client = new ScriptedClient(scenario.replies ?? []);
  const log = scenario.log ?? new MemoryEventLog(clock);
  const writer = scenario.log ? await log.open(taskId) : await log.create(taskId);
  const context: ContextPorts = {
    modelLimits: () =>
      Promise.resolve({ maxOutput: 0, ...(scenario.context?.window && { contextWindow: scenario.context.window }) }),
    estimateTokens: (text) => text.length,
    threshold: 75,
    ...scenario.context,
  };
  const record = new TaskRecord(writer, writer.takeHistory());
  if (!scenario.log) record.append({ type: "task.start", taskId, mode: "code", environment, format: 1 });
  if (scenario.past) record.append(...scenario.past);
  const stop = new AbortController();
  const deps: CondenseDeps = {
    ports: {
      client: scenario.client ?? client,
      tools: new ToolRegistry(),
      workspace: folder.workspace,
      mode: builtinModes[0] ?? codeMode,
      policy: { autoApprove: new Set(), attended: false },
      clock,
      random: () => 0,
      retry: { attempts: 3, firstDelayMs: 0, maxDelayMs: 0, maxRequestedDelayMs: 0, networkForMs: 0 },
      observe: () => {},
      ...(scenario.context && { context }),
    },
    record,
    memory: new RequestMemory(scenario.context && context),
    systemPrompt: scenario.systemPrompt ?? "You help.",
    tools: scenario.tools ?? [],
    signal: stop.signal,
  };
  const events = () => log.read(taskId);
  return {
    deps,
    client,
    log,
    clock,
    stop,
    events,
    eventsOf: async <Type extends TaskEventType>(type: Type) =>
      (await events()).filter((event): event is EventOf<Type> => event.type === type),
    close: () => writer.close(),
    async [Symbol.asyncDispose]() {
      await writer.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export const said = (text: string, opId = text.slice(0, 40)): EventDraft => ({
  type: "message.added",
  opId,
  message: { role: "user", content: [{ type: "text", text }] },
});

/** A reply with one call of `name`, and the call's result. */
export function exchange(callId: string, result: string, call: { name?: string; input?: unknown } = {}): EventDraft[] {
  const { name = "look", input = { path: `${callId}.txt` } } = call;
  const toolCall = { type: "tool-call" as const, callId, name, input };
  return [
    {
      type: "turn.end",
      turn: 1,
      message: { role: "assistant", content: [toolCall] },
      usage: noUsage(),
      stopReason: "tool-calls",
    },
    { type: "tool.end", callId, name, content: result, isError: false, durationMs: 1 },
  ];
}

/** Why vendors would reject a conversation; undefined if valid. */
export function flawOf(messages: readonly Message[]): string | undefined {
  if (messages[0]?.role !== "user") return "it does not begin with the user";
  for (const [index, message] of messages.entries()) {
    const previous = messages[index - 1];
    const asked =
      previous?.role === "assistant"
        ? previous.content.flatMap((part) => (part.type === "tool-call" ? [part.callId] : []))
        : [];
    const answered = message.role === "tool" ? message.content.map(({ callId }) => callId) : [];
    if (asked.join() !== answered.join()) return `calls ${asked.join()} are followed by results ${answered.join()}`;
  }
  const last = messages.at(-1);
  return last?.role === "assistant" && last.content.some(({ type }) => type === "tool-call")
    ? "calls are open"
    : undefined;
}
