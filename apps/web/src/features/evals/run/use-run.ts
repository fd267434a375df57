import type { EvalRun, EvalTrial } from "@roo-code/types";
import type { RunNews } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client } from "../../../data/client.ts";
import { runQuery } from "../../../data/eval-queries.ts";
import { queryClient } from "../../../data/query-client.ts";
import { isGoingOn } from "../run-words.ts";

interface Heard {
  readonly run: EvalRun | undefined;
  readonly trials: ReadonlyMap<number, EvalTrial>;
}

const nothing: Heard = { run: undefined, trials: new Map() };
const pauseMs = 1000;

/** A run as it goes on: what was read, and on top of it what was told since. */
export function useRun(runId: number) {
  const { data, error, refetch } = useQuery(runQuery(runId));
  const [heard, setHeard] = useState(nothing);
  const isLive = data !== undefined && isGoingOn(heard.run ?? data.run);
  useEffect(() => setHeard(nothing), [data]);
  useEffect(() => {
    if (!isLive) return;
    const stop = new AbortController();
    void followRun(runId, stop.signal, (news) => setHeard((before) => noted(before, news)));
    return () => stop.abort();
  }, [runId, isLive]);
  return {
    run: heard.run ?? data?.run,
    trials: data?.trials.map((trial) => heard.trials.get(trial.id) ?? trial) ?? [],
    summary: data?.summary,
    isLive,
    error,
    refetch,
  };
}

function noted({ run, trials }: Heard, news: RunNews): Heard {
  return news.type === "run"
    ? { run: news.run, trials }
    : { run, trials: new Map(trials).set(news.trial.id, news.trial) };
}

/** A stream that breaks is followed anew, and what was missed is read; figures are those of the server. */
async function followRun(runId: number, signal: AbortSignal, tell: (news: RunNews) => void): Promise<void> {
  const { queryKey } = runQuery(runId);
  const refreshSoon = gathered(() => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false }));
  while (!signal.aborted) {
    try {
      for await (const news of client.evals.watch({ params: { runId } }, { signal })) {
        tell(news);
        if (news.type === "run" && !isGoingOn(news.run)) return void queryClient.invalidateQueries({ queryKey });
        if (news.type === "trial" && news.trial.status === "finished") refreshSoon();
      }
    } catch {
      if (signal.aborted) return;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await queryClient.invalidateQueries({ queryKey });
  }
}

/** Many trials end at once: that is one reason to read, not many. */
function gathered(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      act();
    }, pauseMs);
  };
}
