import { killAt } from "../apps/cli/test/kill-points.ts";
import { printTable } from "./table.ts";

const most = 200;

export async function run(): Promise<void> {
  const problems: string[] = [];
  let points = 0;
  for (; points < most; points += 1) {
    const report = await killAt(points + 1);
    for (const problem of report.problems) problems.push(`at ${points + 1}: ${problem}`);
    process.stderr.write(`\rkilled at fdatasync ${points + 1}, ${report.events} events after resuming   `);
    if (report.survived) break;
  }
  process.stderr.write("\n");
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  printTable("crash (kill -9 at every fdatasync of a task, then resume)", [
    {
      what: "resumes that end well",
      floor: `${points} kill points`,
      ours: `${points - new Set(problems.map((text) => text.split(":")[0])).size}`,
      figure: `${problems.length} problems`,
      target: "0 problems",
      isMet: problems.length === 0,
    },
  ]);
}
