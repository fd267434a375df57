import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ours } from "./budget-agents.ts";
import { type TurnKind, writeFiles } from "./budget-tasks.ts";
import { readTrace, type TracedTurn, traceArguments } from "./budget-trace.ts";
import { modelServer } from "./model-server.ts";
import { median } from "./table.ts";
import { runToEnd } from "./turn.ts";
import { benchWorkspace } from "./workspace.ts";

const turns = 12;
/** Turns not counted: code is still being loaded, and the first snapshot taken. */
const warmUp = 3;

/** Of one turn of its kind; the median of several. */
export interface TurnCounts {
  readonly logBytes: number;
  /** Where strace can be used. */
  readonly traced: TracedTurn | undefined;
}

/** Whether strace is installed and allowed to trace. */
export function canTrace(): boolean {
  return spawnSync("strace", ["-f", "--seccomp-bpf", "-o", "/dev/null", "true"]).status === 0;
}

/** Counts what a turn of a kind costs, in a task that has only such turns. */
export async function countTurns(kind: TurnKind, { isTraced }: { readonly isTraced: boolean }): Promise<TurnCounts> {
  const { folder, home, dispose } = benchWorkspace(0);
  writeFiles(folder, turns);
  const trace = join(home, "trace.txt");
  const sizes: number[] = [];
  const server = await modelServer({
    turns,
    call: (turn) => ours.call(kind, turn, folder),
    onRequest: () => sizes.push(logBytes(home)),
  });
  const { program, args, env } = ours.start({ url: server.url, folder, home });
  try {
    if (isTraced) await runToEnd("strace", [...traceArguments(trace), program, ...args], env);
    else await runToEnd(program, args, env);
    if (sizes.length !== turns + 1) throw new Error(`${kind}: roo made ${sizes.length} requests, not ${turns + 1}`);
    const grown = sizes.slice(1).map((size, turn) => size - (sizes[turn] ?? 0));
    return {
      logBytes: median(grown.slice(warmUp)),
      traced: isTraced ? medianTurn(readTrace(readFileSync(trace, "utf8")).slice(warmUp)) : undefined,
    };
  } finally {
    await server.close();
    dispose();
  }
}

function medianTurn(counted: readonly TracedTurn[]): TracedTurn {
  const syscalls = median(counted.map((turn) => turn.syscalls));
  return {
    syscalls,
    calls: counted.find((turn) => turn.syscalls === syscalls)?.calls ?? {},
    syncs: median(counted.map(({ syncs }) => syncs)),
    processes: median(counted.map(({ processes }) => processes)),
  };
}

/** The size of the log of the only task. */
function logBytes(home: string): number {
  const tasks = join(home, "tasks");
  const [task] = existsSync(tasks) ? readdirSync(tasks) : [];
  return task === undefined ? 0 : statSync(join(tasks, task, "events.jsonl")).size;
}
