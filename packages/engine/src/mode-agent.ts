import { type Mode, type RunResult, type SubtaskOrder, type SubtaskOutcome, type TaskState } from "@roo-code/types";
import { Agent, type AgentOptions } from "./agent.ts";
import type { ModeOrchestrator } from "./mode-orchestrator.ts";

/** An agent for programs: run a task, switch its mode, create subtasks. */
export class ModeAgent {
  readonly agent: Agent;
  #messages = 0;

  constructor(options: AgentOptions) {
    this.agent = new Agent(options);
  }

  get mode(): Mode {
    return this.agent.mode;
  }

  get state(): Readonly<TaskState> {
    return this.agent.state;
  }

  get orchestrator(): ModeOrchestrator {
    return this.agent.orchestrator;
  }

  /** Sends the task to the agent and runs it to an outcome. */
  async run(task: string): Promise<RunResult> {
    this.#messages += 1;
    const opId = `task-${this.state.lastSeq}-${this.#messages}`;
    await this.agent.submit({ type: "message.send", opId, text: task });
    return this.agent.run();
  }

  /** Stays within the task's ceiling. Throws `ToolFailure` `unknown_mode`. */
  switchMode(slug: string, reason = ""): Promise<void> {
    return this.agent.switchMode(slug, reason);
  }

  /** Runs a subtask to its end, never with more capabilities than this task. Not while `run` is in progress. */
  createSubtask({
    mode,
    message,
    todos = [],
  }: Pick<SubtaskOrder, "mode" | "message"> & Partial<SubtaskOrder>): Promise<SubtaskOutcome> {
    return this.agent.delegate({ mode, message, todos });
  }
}
