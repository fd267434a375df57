import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { RooError, type TrialLimit } from "@roo-code/types";
import type { TrialReport } from "../queue/index.ts";
import type { AgentNews } from "../trial-agent.ts";
import { type RunnerOutput, runnerInputSchema } from "./runner-lines.ts";
import type { RunnerOrder } from "./runner-order.ts";

/** Tries what it is told to. `stop` ends the agent's work, `signal` all of it. Never throws. */
export type TryOrder = (order: RunnerOrder, wants: TrialWishes) => Promise<TrialReport>;

export interface TrialWishes {
  readonly signal: AbortSignal;
  /** Aborts, with the limit as its reason, when a cap of the run is reached: what the agent left is graded. */
  readonly stop: AbortSignal;
  readonly observe: (news: AgentNews) => void;
}

/** A runner: one order in, news and one report out. Ends with its input, for then nobody waits for it any more. */
export async function serveRunner(
  { input, output }: { readonly input: Readable; readonly output: Writable },
  tryOrder: TryOrder,
): Promise<void> {
  const gone = new AbortController();
  const stop = new AbortController();
  const print = (line: RunnerOutput) => void output.write(`${JSON.stringify(line)}\n`);
  // A reader that is gone closes our input as well.
  output.on("error", () => gone.abort());
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  const order = await firstOrder(lines);
  const listening = listen(lines, (limit) => stop.abort(limit)).finally(() => gone.abort());
  const report = await tryOrder(order, { signal: gone.signal, stop: stop.signal, observe: print });
  print({ type: "report", report });
  input.destroy();
  await listening;
}

async function firstOrder(lines: AsyncIterator<string>): Promise<RunnerOrder> {
  const { value } = await lines.next();
  const parsed = runnerInputSchema.safeParse(jsonOf(String(value)));
  if (parsed.success && parsed.data.type === "order") return parsed.data.order;
  throw new RooError({
    code: "no_order",
    message: "A runner of evals expects its order as the first line of its input.",
  });
}

async function listen(lines: AsyncIterator<string>, onStop: (limit: TrialLimit) => void): Promise<void> {
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
