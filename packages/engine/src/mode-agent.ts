import { type Mode, type RunResult, type SubtaskOrder, type SubtaskOutcome, type TaskState } from "@roo-code/types";
import { Agent, type AgentOptions } from "./agent.ts";
import type { ModeOrchestrator } from "./mode-orchestrator.ts";

/** An agent by the words of modes, for programs: construct it, give it a task, change its mode, have tasks work for it. */
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

  /** Says the task to the agent, and runs it to an outcome. */
  async run(task: string): Promise<RunResult> {
    this.#messages += 1;
    const opId = `task-${this.state.lastSeq}-${this.#messages}`;
    await this.agent.submit({ type: "message.send", opId, text: task });
    return this.agent.run();
  }

  /** What it may do there stays within what the task may do at all. Throws `ToolFailure` when there is no such mode. */
  switchMode(slug: string, reason = ""): Promise<void> {
    return this.agent.switchMode(slug, reason);
  }

  /** Has another task do it, to its end; never with more rights than this one has. Not while `run` is under way. */
  createSubtask({
    mode,
    message,
    todos = [],
  }: Pick<SubtaskOrder, "mode" | "message"> & Partial<SubtaskOrder>): Promise<SubtaskOutcome> {
    return this.agent.delegate({ mode, message, todos });
  }
}
