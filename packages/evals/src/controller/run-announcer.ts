import { hostname } from "node:os";
import type { Bus } from "@roo-code/store/bus";
import type { FinishResult, Lease, TrialReport } from "../queue/index.ts";
import type { AgentUpdate } from "../trial-agent.ts";

const heartbeatLifeMs = 10_000;

/** Publishes the events of a run on the bus, in Roo Code's format. */
export class RunAnnouncer {
  readonly #bus: Bus;
  readonly #runId: number;
  /** How long a runner counts as alive without another message. */
  readonly #runnerLifeMs: number;

  constructor(bus: Bus, { runId, runnerLifeMs }: { runId: number; runnerLifeMs: number }) {
    this.#bus = bus;
    this.#runId = runId;
    this.#runnerLifeMs = runnerLifeMs;
  }

  heartbeat(): void {
    this.#bus.put(heartbeatKey(this.#runId), String(process.pid), heartbeatLifeMs);
  }

  trialStarted({ trialId }: Lease): void {
    this.#bus.addTo(runnersSet(this.#runId), runnerName(trialId), this.#runnerLifeMs);
  }

  trialUpdated({ trialId }: Lease, update: AgentUpdate): void {
    // Messages are frequent and long, and the task's log has them.
    if (update.type !== "task-event" || update.eventName === "message") return;
    this.#publish({ eventName: update.eventName, payload: update.payload, taskId: trialId });
  }

  trialEnded({ trialId }: Lease, { report, finish }: { report: TrialReport; finish: FinishResult }): void {
    this.#bus.removeFrom(runnersSet(this.#runId), runnerName(trialId));
    if (finish !== "recorded") return;
    this.#publish({ eventName: report.verdict === "passed" ? "evalPass" : "evalFail", taskId: trialId });
  }

  #publish(event: { eventName: string; payload?: readonly unknown[]; taskId: number }): void {
    this.#bus.publish(eventsChannel(this.#runId), JSON.stringify(event));
  }
}

function runnerName(trialId: number): string {
  return `task-${trialId}:${hostname()}`;
}

/** The channel for updates of a run, named as in Roo Code. */
export const eventsChannel = (runId: number) => `evals:${runId}`;
const runnersSet = (runId: number) => `runners:${runId}`;
const heartbeatKey = (runId: number) => `heartbeat:${runId}`;
