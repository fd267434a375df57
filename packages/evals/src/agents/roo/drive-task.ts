import { setTimeout as sleep } from "node:timers/promises";
import { IpcClient, type RooEvent } from "@roo-code/ipc";
import { RooError } from "@roo-code/types";
import type { AgentInput } from "../../trial-agent.ts";
import type { AgentProcess } from "./agent-process.ts";
import { LiveUsage } from "./live-usage.ts";

export interface TaskOrder extends Pick<AgentInput, "prompt" | "signal" | "context" | "observe"> {
  /** In Roo Code's words. */
  readonly configuration: Record<string, unknown>;
  readonly mcpServer: string;
  /** A task to go on with. */
  readonly earlier?: string | undefined;
}

const startMs = 60_000;
const patienceMs = 5_000;

/** Has the agent do a task, from its start to its end; what came of it is in its log. Throws `RooError` where it cannot even begin. */
export async function driveTask(agent: AgentProcess, order: TaskOrder): Promise<string> {
  const client = new IpcClient(agent.socket, { retryMs: 50 });
  try {
    await orDeath(agent, client.ready(startMs));
    return await new TaskDriver(client, order).run(agent);
  } finally {
    client.disconnect();
  }
}

class TaskDriver {
  readonly #client: IpcClient;
  readonly #order: TaskOrder;
  readonly #usage = new LiveUsage();
  readonly #created = Promise.withResolvers<string>();
  readonly #over = Promise.withResolvers<void>();
  #taskId: string | undefined;
  /** False until a task that was taken up again has heard what it is to go on with: it ends once before. */
  #isSaid: boolean;

  constructor(client: IpcClient, order: TaskOrder) {
    this.#client = client;
    this.#order = order;
    this.#taskId = order.earlier;
    this.#isSaid = order.earlier === undefined;
    client.on("TaskEvent", (event) => this.#hear(event));
    client.on("Disconnect", () => this.#over.resolve());
  }

  async run(agent: AgentProcess): Promise<string> {
    const { signal } = this.#order;
    const taskId = await orDeath(agent, this.#begin());
    await orDeath(agent, this.#setContext(taskId));
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    await Promise.race([this.#over.promise, agent.ended, aborted]);
    if (signal.aborted) await this.#cancel(agent);
    return taskId;
  }

  async #begin(): Promise<string> {
    const { configuration, prompt, earlier } = this.#order;
    if (earlier !== undefined) {
      await this.#client.request({ commandName: "ResumeTask", data: earlier }, { timeoutMs: startMs });
      await this.#client.request({ commandName: "SendMessage", data: { text: prompt } }, { timeoutMs: startMs });
      return earlier;
    }
    const data = { configuration, text: prompt };
    await this.#client.request({ commandName: "StartNewTask", data }, { timeoutMs: startMs });
    return this.#created.promise;
  }

  /** So that what is measured of the task is known to belong to the trial. */
  async #setContext(rooTaskId: string): Promise<void> {
    const { context, prompt, mcpServer } = this.#order;
    if (!context) return;
    const confirmed = new Promise<void>((resolve, reject) => {
      this.#client.on("TaskContextConfirmation", ({ success, error }) =>
        success
          ? resolve()
          : reject(new RooError({ code: "context_refused", message: error ?? "no reason was given" })),
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
    await Promise.race([this.#over.promise, agent.ended, sleep(patienceMs, undefined, { ref: false })]);
  }

  #hear(event: RooEvent): void {
    const { eventName, payload = [] } = event;
    if (event.eventName === "taskCreated" && this.#taskId === undefined) {
      [this.#taskId] = event.payload;
      this.#created.resolve(this.#taskId);
    }
    this.#order.observe({ type: "task-event", eventName, payload });
    const metrics = this.#usage.hear(event);
    if (metrics) this.#order.observe({ type: "usage", metrics });
    if (event.eventName === "message") this.#isSaid ||= event.payload[0].message.text === this.#order.prompt;
    const isEnd = eventName === "taskCompleted" || eventName === "taskAborted";
    if (isEnd && this.#isSaid && payload[0] === this.#taskId) this.#over.resolve();
  }
}

/** What it was doing when it died is in its log. */
async function orDeath<Value>(agent: AgentProcess, work: Promise<Value>): Promise<Value> {
  work.catch(() => {});
  const death = agent.ended.then((how) => {
    throw new RooError({ code: "agent_died", message: `The agent did not get to work: ${how}.` });
  });
  death.catch(() => {});
  return Promise.race([work, death]);
}
