import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { killAt } from "./kill-points.ts";

const hasStrace = spawnSync("strace", ["-V"]).status === 0;
const manyPoints = 200;

it.skipIf(!hasStrace)(
  "loses nothing and repeats nothing, at whichever fdatasync it is killed (needs strace)",
  { timeout: 600_000 },
  async () => {
    const events: number[] = [];
    for (let point = 1; point < manyPoints; point += 2) {
      const reports = await Promise.all([killAt(point), killAt(point + 1)]);
      for (const report of reports) expect(report).toMatchObject({ problems: [] });
      events.push(...reports.map((report) => report.events));
      if (reports.every(({ survived }) => survived)) break;
    }
    expect(Math.max(...events)).toBeGreaterThanOrEqual(40);
    expect(events.length).toBeGreaterThan(10);
    expect(events.length).toBeLessThan(manyPoints);
  },
);
