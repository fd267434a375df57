import type { EvalRun, EvalTrial } from "@roo-code/types";
import type { RunNews } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client } from "../../../data/client.ts";
import { runQuery } from "../../../data/eval-queries.ts";
import { queryClient } from "../../../data/query-client.ts";
import { isActive } from "../run-labels.ts";

interface Updates {
  readonly run: EvalRun | undefined;
  readonly trials: ReadonlyMap<number, EvalTrial>;
}

const noUpdates: Updates = { run: undefined, trials: new Map() };
const delayMs = 1000;

/** A run with live updates. */
export function useRun(runId: number) {
  const { data, error, refetch } = useQuery(runQuery(runId));
  const [updates, setUpdates] = useState(noUpdates);
  const isLive = data !== undefined && isActive(updates.run ?? data.run);
  useEffect(() => setUpdates(noUpdates), [data]);
  useEffect(() => {
    if (!isLive) return;
    const stop = new AbortController();
    void followRun(runId, stop.signal, (update) => setUpdates((before) => withUpdate(before, update)));
    return () => stop.abort();
  }, [runId, isLive]);
  return {
    run: updates.run ?? data?.run,
    trials: data?.trials.map((trial) => updates.trials.get(trial.id) ?? trial) ?? [],
    summary: data?.summary,
    isLive,
    error,
    refetch,
  };
}

function withUpdate({ run, trials }: Updates, update: RunNews): Updates {
  return update.type === "run"
    ? { run: update.run, trials }
    : { run, trials: new Map(trials).set(update.trial.id, update.trial) };
}

/** Reconnects when the stream breaks, then refetches what was missed. */
async function followRun(runId: number, signal: AbortSignal, onUpdate: (update: RunNews) => void): Promise<void> {
  const { queryKey } = runQuery(runId);
  const refreshSoon = throttled(() => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false }));
  while (!signal.aborted) {
    try {
      for await (const update of client.evals.watch({ params: { runId } }, { signal })) {
        onUpdate(update);
        if (update.type === "run" && !isActive(update.run)) return void queryClient.invalidateQueries({ queryKey });
        if (update.type === "trial" && update.trial.status === "finished") refreshSoon();
      }
    } catch {
      if (signal.aborted) return;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await queryClient.invalidateQueries({ queryKey });
  }
}

/** Combines calls: many trials may end at once. */
function throttled(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, delayMs);
  };
}
