import { setTimeout as sleep } from "node:timers/promises";
import type { RooEvent } from "@roo-code/ipc";
import { IpcClient } from "@roo-code/ipc";
import type { TrialMetrics } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import { addMetrics, noMetrics } from "../../trial/metrics.ts";
import type { AgentInput } from "../../trial-agent.ts";
import type { AgentProcess } from "./agent-process.ts";

export interface TaskInput extends Pick<AgentInput, "prompt" | "signal" | "context" | "observe"> {
  /** In Roo Code's format. */
  readonly configuration: Record<string, unknown>;
  readonly mcpServer: string;
  /** The task to continue. */
  readonly resumeTaskId?: string | undefined;
}

const startTimeoutMs = 60_000;
const cancelTimeoutMs = 5_000;

/** Runs a task from start to end and returns its id; the outcome is in its log. Throws `RooError` when it cannot start. */
export async function driveTask(agent: AgentProcess, input: TaskInput): Promise<string> {
  const client = new IpcClient(agent.socket, { retryMs: 50 });
  try {
    await orAgentExit(agent, client.ready(startTimeoutMs));
    return await new TaskDriver(client, input).run(agent);
  } finally {
    client.disconnect();
  }
}

class TaskDriver {
  readonly #client: IpcClient;
  readonly #input: TaskInput;
  readonly #usage = new LiveUsage();
  readonly #created = Promise.withResolvers<string>();
  readonly #over = Promise.withResolvers<void>();
  #taskId: string | undefined;
  /** False until a resumed task has received the prompt, because it ends once before that. */
  #isPromptSent: boolean;

  constructor(client: IpcClient, input: TaskInput) {
    this.#client = client;
    this.#input = input;
    this.#taskId = input.resumeTaskId;
    this.#isPromptSent = input.resumeTaskId === undefined;
    client.on("TaskEvent", (event) => this.#onEvent(event));
    client.on("Disconnect", () => this.#over.resolve());
  }

  async run(agent: AgentProcess): Promise<string> {
    const { signal } = this.#input;
    const taskId = await orAgentExit(agent, this.#begin());
    await orAgentExit(agent, this.#setContext(taskId));
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    await Promise.race([this.#over.promise, agent.ended, aborted]);
    if (signal.aborted) await this.#cancel(agent);
    return taskId;
  }

  async #begin(): Promise<string> {
    const { configuration, prompt, resumeTaskId } = this.#input;
    if (resumeTaskId !== undefined) {
      await this.#client.request({ commandName: "ResumeTask", data: resumeTaskId }, { timeoutMs: startTimeoutMs });
      await this.#client.request({ commandName: "SendMessage", data: { text: prompt } }, { timeoutMs: startTimeoutMs });
      return resumeTaskId;
    }
    const data = { configuration, text: prompt };
    await this.#client.request({ commandName: "StartNewTask", data }, { timeoutMs: startTimeoutMs });
    return this.#created.promise;
  }

  /** Links the task's metrics to the trial. */
  async #setContext(rooTaskId: string): Promise<void> {
    const { context, prompt, mcpServer } = this.#input;
    if (!context) return;
    const confirmed = new Promise<void>((resolve, reject) => {
      this.#client.on("TaskContextConfirmation", ({ success, error }) =>
        success ? resolve() : reject(new RooError({ code: "context_refused", message: error ?? "no reason given" })),
      );
    });
    const data = {
      taskId: context.trialId,
      rooTaskId,
      runId: context.runId,
      mcpServer,
      userIntent: prompt.slice(0, 2000),
    };
    this.#client.sendCommand({ commandName: "SetTaskContext", data });
    await Promise.race([confirmed, this.#over.promise]);
  }

  async #cancel(agent: AgentProcess): Promise<void> {
    this.#client.request({ commandName: "CancelTask" }).catch(() => {});
    await Promise.race([this.#over.promise, agent.ended, sleep(cancelTimeoutMs, undefined, { ref: false })]);
  }

  #onEvent(event: RooEvent): void {
    const { eventName, payload = [] } = event;
    if (event.eventName === "taskCreated" && this.#taskId === undefined) {
      [this.#taskId] = event.payload;
      this.#created.resolve(this.#taskId);
    }
    this.#input.observe({ type: "task-event", eventName, payload });
    const metrics = this.#usage.update(event);
    if (metrics) this.#input.observe({ type: "usage", metrics });
    if (event.eventName === "message") this.#isPromptSent ||= event.payload[0].message.text === this.#input.prompt;
    const isEnd = eventName === "taskCompleted" || eventName === "taskAborted";
    if (isEnd && this.#isPromptSent && payload[0] === this.#taskId) this.#over.resolve();
  }
}

/** Rejects if the agent exits first; its log shows what it was doing. */
async function orAgentExit<Value>(agent: AgentProcess, work: Promise<Value>): Promise<Value> {
  work.catch(() => {});
  const exit = agent.ended.then((how) => {
    throw new RooError({ code: "agent_died", message: `The agent did not start working: ${how}.` });
  });
  exit.catch(() => {});
  return Promise.race([work, exit]);
}

/** The usage so far of a task and its subtasks, from their events. */
class LiveUsage {
  readonly #tasks = new Map<string, TrialMetrics>();

  /** The new sum, if the event changed it. */
  update(event: RooEvent): TrialMetrics | undefined {
    if (event.eventName !== "taskTokenUsageUpdated" && event.eventName !== "taskCompleted") return undefined;
    const [taskId, usage, tools] = event.payload;
    this.#tasks.set(taskId, {
      ...noMetrics,
      tokensIn: usage.totalTokensIn,
      tokensOut: usage.totalTokensOut,
      tokensContext: usage.contextTokens,
      cacheReads: usage.totalCacheReads ?? 0,
      cacheWrites: usage.totalCacheWrites ?? 0,
      cost: usage.totalCost,
      toolUsage: toolUsageOf(tools),
    });
    return [...this.#tasks.values()].reduce(addMetrics, noMetrics);
  }
}

function toolUsageOf(tools: Readonly<Record<string, { attempts: number; failures: number } | undefined>>) {
  return Object.fromEntries(Object.entries(tools).flatMap(([name, usage]) => (usage ? [[name, usage]] : [])));
}
