import { aboveCeilings, ceilingOf, countsOfStart, countsOfTurn, writeCeilings } from "./budget-ceilings.ts";
import { canTrace, countTurns } from "./budget-counts.ts";
import { loadedAtStart } from "./budget-modules.ts";
import { turnKinds } from "./budget-tasks.ts";
import { printTable } from "./table.ts";

/** The counts that `npm test` checks. `--write` sets their ceilings anew. */
export async function run(args: readonly string[]): Promise<void> {
  const isTraced = canTrace();
  if (!isTraced) process.stdout.write("strace cannot be used: system calls, syncs and processes are not counted\n");
  const counts = countsOfStart(await loadedAtStart());
  for (const kind of turnKinds) counts.push(...countsOfTurn(kind, await countTurns(kind, { isTraced })));
  if (args.includes("--write")) writeCeilings(counts);
  printTable(
    "counts (before the first request; of one turn)",
    counts.map((count) => ({
      what: `${count.of}: ${count.what}`,
      floor: "",
      ours: String(count.count),
      figure: "",
      target: `≤ ${ceilingOf(count) ?? "?"}`,
      isMet: count.count <= (ceilingOf(count) ?? 0),
    })),
  );
  for (const report of aboveCeilings(counts)) process.stdout.write(`\n${report}\n`);
}
