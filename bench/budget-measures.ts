import type { BenchAgent } from "./budget-agents.ts";
import { type MeasuredTask, runTask, type TurnKind, turnKinds } from "./budget-tasks.ts";
import { median, ms, percentile95, type Row } from "./table.ts";
import { benchWorkspace } from "./workspace.ts";

/** What was measured of one agent. */
export interface AgentSamples {
  /** Times until the first request: with a new home each time, and with one that was used before. */
  readonly newHome: number[];
  readonly usedHome: number[];
  /** Tasks of 50 and of 200 turns. */
  readonly short: MeasuredTask[];
  readonly long: MeasuredTask[];
}

export interface Measure {
  readonly what: string;
  readonly value: (samples: AgentSamples) => number;
  readonly format: (value: number) => string;
  /** What is limited, and to how much: the value itself, how much or how many times more than the floor's it is. */
  readonly limit: { readonly of: "value" | "difference" | "ratio"; readonly max: number };
}

const maxAddedMs = { read: { median: 2, p95: 5 }, shell: { median: 8, p95: 20 }, edit: { median: 4, p95: 10 } };

/** The rows of the budget, in their order. */
export const measures: readonly Measure[] = [
  {
    what: "spawn → first request, new home",
    value: ({ newHome }) => median(newHome),
    format: ms,
    limit: { of: "ratio", max: 1.6 },
  },
  {
    what: "the same, home in use",
    value: ({ usedHome }) => median(usedHome),
    format: ms,
    limit: { of: "ratio", max: 2 },
  },
  ...turnKinds.flatMap((kind) => [turnMeasure(kind, "median"), turnMeasure(kind, "p95")]),
  wallMeasure("50 turns", ({ short }) => short),
  wallMeasure("200 turns", ({ long }) => long),
  {
    what: "peak memory in 200 turns",
    value: ({ long }) => median(long.map(({ peakMb }) => peakMb)),
    format: (value) => `${value.toFixed(0)} MB`,
    limit: { of: "value", max: 100 },
  },
];

function turnMeasure(kind: TurnKind, which: "median" | "p95"): Measure {
  const of = which === "median" ? median : percentile95;
  return {
    what: `${kind} turn, ${which}`,
    value: ({ short }) => of(short.flatMap(({ gaps }) => gaps[kind])),
    format: ms,
    limit: { of: "difference", max: maxAddedMs[kind][which] },
  };
}

function wallMeasure(what: string, tasks: (samples: AgentSamples) => readonly MeasuredTask[]): Measure {
  return {
    what,
    value: (samples) => median(tasks(samples).map(({ wallMs }) => wallMs)),
    format: (value) => `${(value / 1000).toFixed(2)} s`,
    limit: { of: "ratio", max: 2 },
  };
}

export interface Rounds {
  readonly start: number;
  readonly short: number;
  readonly long: number;
}

/** All agents alternate, so that other load affects all of them. Of one that fails, what was measured until then. */
export async function measureAgents(
  agents: readonly BenchAgent[],
  rounds: Rounds,
  onFailure: (agent: BenchAgent, error: unknown) => void,
): Promise<ReadonlyMap<BenchAgent, AgentSamples>> {
  const found = new Map(
    agents.map((agent): [BenchAgent, AgentSamples] => [agent, { newHome: [], usedHome: [], short: [], long: [] }]),
  );
  const used = new Map(agents.map((agent) => [agent, benchWorkspace(1)]));
  const each = async (count: number, measure: (agent: BenchAgent, samples: AgentSamples) => Promise<unknown>) => {
    for (let round = 0; round < count; round += 1)
      for (const [agent, samples] of found)
        await measure(agent, samples).catch((error: unknown) => {
          found.delete(agent);
          onFailure(agent, error);
        });
  };
  try {
    // Fills the caches of all sides and is not counted.
    await each(1, (agent) => runTask(agent, 0, used.get(agent)));
    await each(rounds.start, async (agent, { newHome, usedHome }) => {
      newHome.push((await runTask(agent, 0)).startMs);
      usedHome.push((await runTask(agent, 0, used.get(agent))).startMs);
    });
    await each(rounds.short, async (agent, { short }) => short.push(await runTask(agent, 50)));
    await each(rounds.long, async (agent, { long }) => long.push(await runTask(agent, 200)));
    return found;
  } finally {
    for (const { dispose } of used.values()) dispose();
  }
}

export function rowOf({ what, value, format, limit }: Measure, floor: AgentSamples, ours: AgentSamples): Row {
  const [bare, us] = [value(floor), value(ours)];
  const limited = { value: us, difference: us - bare, ratio: us / bare }[limit.of];
  const describe = (number: string): string =>
    ({ value: `${number} MB`, difference: `+ ${number} ms`, ratio: `${number} ×` })[limit.of];
  return {
    what,
    floor: format(bare),
    ours: format(us),
    figure: describe(limited.toFixed(limit.of === "value" ? 0 : limit.of === "ratio" ? 2 : 1)),
    target: `≤ ${describe(String(limit.max))}`,
    isMet: limited <= limit.max,
  };
}
