import { ApiFailure } from "@roo-code/client";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { useStore } from "zustand";
import { onLiveOpen } from "../../data/live.ts";
import type { TaskFollower } from "../../data/task/task-follower.ts";
import { TaskContext, useNewFollower } from "../../data/task/use-task.ts";
import { useWaitingFor, WaitingMessages } from "../../features/outbox/waiting-messages.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { Workbench } from "./workbench.tsx";

const route = getRouteApi("/task/$taskId");

export function TaskPage() {
  const { taskId } = route.useParams();
  const follower = useNewFollower(taskId);
  if (!follower) return <Loading />;
  return (
    <TaskContext value={follower}>
      <LoadedTask key={taskId} follower={follower} />
    </TaskContext>
  );
}

function LoadedTask({ follower }: { readonly follower: TaskFollower }) {
  const { at } = route.useSearch();
  const phase = useStore(follower.store, (task) => task.phase);
  const failure = useStore(follower.store, (task) => task.failure);
  switch (phase) {
    case "loading":
      return <Loading label="Opening the task" />;
    case "failed":
      return <FailedTask follower={follower} failure={failure} />;
    case "ready":
      return <Workbench at={at} />;
  }
}

/** Retries when the server can be reached again. */
function FailedTask({ follower, failure }: { readonly follower: TaskFollower; readonly failure: unknown }) {
  const isUnreachable = failure instanceof ApiFailure && failure.status === 0;
  const unsent = useWaitingFor(follower.taskId, () => false);
  useEffect(() => {
    if (isUnreachable) return onLiveOpen(() => follower.retry());
    return undefined;
  }, [isUnreachable, follower]);
  return (
    <div className="mx-auto max-w-3xl px-4">
      <Failed error={failure} onRetry={() => follower.retry()} />
      <WaitingMessages entries={unsent} />
    </div>
  );
}
