import { runKilled, runUninterrupted } from "./crash-run.ts";
import type { FrozenCli } from "./frozen-cli.ts";
import { type DiskCall, type KillPoint, killPoints, pointName } from "./kill-point.ts";
import type { CrashScenario } from "./scenario.ts";

export interface CrashSummary {
  readonly events: number;
  /** How often the process was killed and the task resumed. */
  readonly kills: number;
  /** Runs that ended before their kill point. */
  readonly survived: number;
  /** Each begins with its kill point. */
  readonly problems: readonly string[];
}

/** Runs a task once to its end, then once for every kill point, or for the chosen ones. */
export async function crashEverywhere(
  scenario: CrashScenario,
  options: {
    readonly cli: FrozenCli;
    readonly choose?: (points: readonly KillPoint[]) => readonly KillPoint[];
    readonly onPoint?: (done: number, all: number) => void;
    /** Number of parallel runs. */
    readonly concurrency: number;
  },
): Promise<CrashSummary> {
  const { cli, choose = (points) => points, onPoint, concurrency } = options;
  const uninterrupted = await runUninterrupted(scenario, cli);
  const problems = uninterrupted.problems.map((problem) => `uninterrupted: ${problem}`);
  const points = choose(killPoints(uninterrupted.events));
  const waiting = [...points];
  let [kills, survived] = [0, 0];
  const work = async () => {
    for (let point = waiting.shift(); point; point = waiting.shift()) {
      const report = await runKilled(scenario, { cli, point, expected: uninterrupted.ending });
      if (report.survived) survived += 1;
      else kills += 1;
      for (const problem of report.problems) problems.push(`${pointName(point)}: ${problem}`);
      onPoint?.(kills + survived, points.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { events: uninterrupted.events.length, kills, survived, problems };
}

const maxCalls = 400;

/** Runs a task once to its end, then killed at each of its system calls of that name, until none is reached any more. */
export async function crashAtCalls(
  scenario: CrashScenario,
  { cli, call, concurrency }: { readonly cli: FrozenCli; readonly call: DiskCall; readonly concurrency: number },
): Promise<CrashSummary> {
  const { events, ending, problems: first } = await runUninterrupted(scenario, cli);
  const problems = first.map((problem) => `uninterrupted: ${problem}`);
  let [kills, survived] = [0, 0];
  // Parallel tasks do not always make the same number of calls.
  for (let number = 1; number < maxCalls && survived <= concurrency; number += concurrency) {
    const numbers = Array.from({ length: concurrency }, (_, index) => number + index);
    const reports = await Promise.all(
      numbers.map((each) => runKilled(scenario, { cli, point: { call, number: each }, expected: ending })),
    );
    for (const [index, report] of reports.entries()) {
      if (report.survived) survived += 1;
      else kills += 1;
      for (const problem of report.problems) problems.push(`${call} ${numbers[index]}: ${problem}`);
    }
  }
  return { events: events.length, kills, survived, problems };
}

/** This many points, evenly spread. */
export function spread(count: number): (points: readonly KillPoint[]) => readonly KillPoint[] {
  return (points) =>
    Array.from(
      { length: Math.min(count, points.length) },
      (_, index) => points[Math.floor(((index + 0.5) * points.length) / count)],
    ).filter((point) => point !== undefined);
}
