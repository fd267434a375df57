import { hostname } from "node:os";
import type { Bus } from "@roo-code/store/bus";
import type { Finish, Lease, TrialReport } from "../queue/index.ts";
import type { AgentNews } from "../trial-agent.ts";
import { eventsChannel, heartbeatKey, runnersSet } from "./run-channels.ts";

const heartbeatLifeMs = 10_000;

/** Tells on the bus what happens in a run, in the words of Roo Code's protocol. */
export class RunAnnouncer {
  readonly #bus: Bus;
  readonly #runId: number;
  /** How long a runner is believed to be there without another word. */
  readonly #runnerLifeMs: number;

  constructor(bus: Bus, { runId, runnerLifeMs }: { runId: number; runnerLifeMs: number }) {
    this.#bus = bus;
    this.#runId = runId;
    this.#runnerLifeMs = runnerLifeMs;
  }

  beat(): void {
    this.#bus.put(heartbeatKey(this.#runId), String(process.pid), heartbeatLifeMs);
  }

  began({ trialId }: Lease): void {
    this.#bus.addTo(runnersSet(this.#runId), runnerName(trialId), this.#runnerLifeMs);
  }

  news({ trialId }: Lease, news: AgentNews): void {
    // Messages are many and long, and in the task's log.
    if (news.type !== "task-event" || news.eventName === "message") return;
    this.#tell({ eventName: news.eventName, payload: news.payload, taskId: trialId });
  }

  ended({ trialId }: Lease, { report, finish }: { report: TrialReport; finish: Finish }): void {
    this.#bus.removeFrom(runnersSet(this.#runId), runnerName(trialId));
    if (finish !== "recorded") return;
    this.#tell({ eventName: report.verdict === "passed" ? "evalPass" : "evalFail", taskId: trialId });
  }

  #tell(event: { eventName: string; payload?: readonly unknown[]; taskId: number }): void {
    this.#bus.publish(eventsChannel(this.#runId), JSON.stringify(event));
  }
}

function runnerName(trialId: number): string {
  return `task-${trialId}:${hostname()}`;
}
