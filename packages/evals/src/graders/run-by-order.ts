import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench, BenchCommand } from "./bench.ts";
import type { GraderReport } from "./grader.ts";
import { readWitness } from "./witness.ts";

/**
 * Runs a program of ours that runs tests in its own process. It reads its order, removes it, and only then loads anything of
 * the solution's; what it saw it writes in the end, with the nonce of the order.
 */
export async function runByOrder(bench: Bench, command: (order: string) => BenchCommand): Promise<GraderReport> {
  const order = join(bench.results, "order");
  const results = join(bench.results, "witness");
  writeFileSync(order, [bench.nonce, results, bench.folder, bench.build, ...bench.tests, ""].join("\n"));
  const { exitCode, output } = await bench.run(command(order));
  const { isComplete, ...tests } = readWitness(results, bench.nonce);
  return { exitCode, tests: isComplete ? tests : null, output };
}
