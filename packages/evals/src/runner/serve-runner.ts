import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { RooError, type TrialLimit } from "@roo-code/types";
import type { TrialReport } from "../queue/index.ts";
import type { AgentUpdate } from "../trial-agent.ts";
import type { RunnerJob, RunnerOutput } from "./runner-protocol.ts";
import { runnerInputSchema } from "./runner-protocol.ts";

/** Runs one trial. `stop` ends the agent's work, `signal` everything. Never throws. */
export type RunJob = (job: RunnerJob, options: JobOptions) => Promise<TrialReport>;

export interface JobOptions {
  readonly signal: AbortSignal;
  /** Aborts, with the limit as its reason, when a limit of the run is reached: the agent's work so far is graded. */
  readonly stop: AbortSignal;
  readonly observe: (update: AgentUpdate) => void;
}

/** A runner: one job in, updates and one report out. Ends with its input, because its controller is gone then. */
export async function serveRunner(
  { input, output }: { readonly input: Readable; readonly output: Writable },
  runJob: RunJob,
): Promise<void> {
  const gone = new AbortController();
  const stop = new AbortController();
  const print = (line: RunnerOutput) => void output.write(`${JSON.stringify(line)}\n`);
  // When the reader is gone, our input is closed as well.
  output.on("error", () => gone.abort());
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  const job = await readJob(lines);
  const listening = readStops(lines, (limit) => stop.abort(limit)).finally(() => gone.abort());
  const report = await runJob(job, { signal: gone.signal, stop: stop.signal, observe: print });
  print({ type: "report", report });
  input.destroy();
  await listening;
}

async function readJob(lines: AsyncIterator<string>): Promise<RunnerJob> {
  const { value } = await lines.next();
  const parsed = runnerInputSchema.safeParse(jsonOf(String(value)));
  if (parsed.success && parsed.data.type === "job") return parsed.data.job;
  throw new RooError({
    code: "no_job",
    message: "Expected a job as the first line of standard input.",
  });
}

async function readStops(lines: AsyncIterator<string>, onStop: (limit: TrialLimit) => void): Promise<void> {
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    const parsed = runnerInputSchema.safeParse(jsonOf(line.value));
    if (parsed.success && parsed.data.type === "stop") onStop(parsed.data.limit);
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
