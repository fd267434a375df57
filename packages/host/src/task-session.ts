import type { Agent } from "@roo-code/engine";
import type { ClosableClient } from "@roo-code/providers";
import type { Op, RunResult, TaskId, TaskState, TaskWriter } from "@roo-code/types";
import type { LocalWorkspace } from "@roo-code/workspace";
import type { HeldPorts } from "./ports/tool-ports.ts";

/** A task that this process holds. Ops go in; events come out through `observe`. */
export class TaskSession {
  readonly #agent: Agent;
  readonly #client: ClosableClient;
  readonly #writer: TaskWriter;
  readonly #workspace: LocalWorkspace;
  readonly #ports: HeldPorts;

  constructor(parts: {
    agent: Agent;
    client: ClosableClient;
    writer: TaskWriter;
    workspace: LocalWorkspace;
    ports: HeldPorts;
  }) {
    this.#agent = parts.agent;
    this.#client = parts.client;
    this.#writer = parts.writer;
    this.#workspace = parts.workspace;
    this.#ports = parts.ports;
  }

  get taskId(): TaskId {
    return this.#writer.taskId;
  }

  /** What the task's events come to, now. Not to be changed. */
  get state(): Readonly<TaskState> {
    return this.#agent.state;
  }

  submit(op: Op): Promise<void> {
    return this.#agent.submit(op);
  }

  /** Runs to an outcome, then lets everything go: its connections, processes and log. To be called once. */
  async run(): Promise<RunResult> {
    try {
      return await this.#agent.run();
    } finally {
      await this.#client.dispose();
      await this.#ports.dispose();
      await this.#workspace.dispose();
      await this.#writer.close();
    }
  }

  /** Ends the task's processes at once, for a caller that is about to exit. The log is left as a crash would leave it. */
  disposeNow(): void {
    this.#workspace.disposeNow();
  }
}
