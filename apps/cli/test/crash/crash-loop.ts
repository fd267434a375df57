import { runKilled, runUninterrupted } from "./crash-run.ts";
import type { FrozenCli } from "./frozen-cli.ts";
import { type KillPoint, killPoints, pointName } from "./kill-point.ts";
import type { CrashScenario } from "./scenario.ts";

export interface CrashSummary {
  readonly events: number;
  /** How often the process was killed and the task taken up again. */
  readonly kills: number;
  /** Runs that ended before they came to their point. */
  readonly survived: number;
  /** Each begins with its point. */
  readonly problems: readonly string[];
}

/** Runs a task once to its end, then once for every point, or for those that are chosen. */
export async function crashEverywhere(
  scenario: CrashScenario,
  options: {
    readonly cli: FrozenCli;
    readonly choose?: (points: readonly KillPoint[]) => readonly KillPoint[];
    readonly onPoint?: (done: number, all: number) => void;
    /** How many runs at once. */
    readonly atOnce: number;
  },
): Promise<CrashSummary> {
  const { cli, choose = (points) => points, onPoint, atOnce } = options;
  const whole = await runUninterrupted(scenario, cli);
  const problems = whole.problems.map((problem) => `uninterrupted: ${problem}`);
  const points = choose(killPoints(whole.events));
  const waiting = [...points];
  let [kills, survived] = [0, 0];
  const work = async () => {
    for (let point = waiting.shift(); point; point = waiting.shift()) {
      const report = await runKilled(scenario, { cli, point, wanted: whole.ending });
      if (report.survived) survived += 1;
      else kills += 1;
      for (const problem of report.problems) problems.push(`${pointName(point)}: ${problem}`);
      onPoint?.(kills + survived, points.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { events: whole.events.length, kills, survived, problems };
}

/** So many of them, spread evenly. */
export function spread(count: number): (points: readonly KillPoint[]) => readonly KillPoint[] {
  return (points) =>
    Array.from(
      { length: Math.min(count, points.length) },
      (_, index) => points[Math.floor(((index + 0.5) * points.length) / count)],
    ).filter((point) => point !== undefined);
}
