import { trialLimitSchema } from "@roo-code/types";
import type { AgentInput, AgentOutcome, TrialAgent } from "../trial-agent.ts";

/** An agent that also stops, and is marked, when a cap of the whole run is reached. */
export class ObservedAgent implements TrialAgent {
  readonly name: string;
  readonly #agent: TrialAgent;
  readonly #stop: AbortSignal;
  #last: Pick<AgentOutcome, "taskId" | "mcp"> = {};

  constructor(agent: TrialAgent, stop: AbortSignal) {
    this.name = agent.name;
    this.#agent = agent;
    this.#stop = stop;
  }

  /** What it says beside what every agent does. */
  get last(): Pick<AgentOutcome, "taskId" | "mcp"> {
    return this.#last;
  }

  async work(order: AgentInput): Promise<AgentOutcome> {
    const signal = AbortSignal.any([order.signal, this.#stop]);
    const outcome = await this.#agent.work({ ...order, signal });
    this.#last = outcome;
    const cap = trialLimitSchema.safeParse(this.#stop.reason);
    return this.#stop.aborted && cap.success && outcome.error === null ? { ...outcome, limit: cap.data } : outcome;
  }
}
