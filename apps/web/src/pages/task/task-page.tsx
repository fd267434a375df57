import { getRouteApi } from "@tanstack/react-router";
import { TaskContext, useFollower } from "../../data/task/use-task.ts";
import { Failed, Loading } from "../../ui/states.tsx";
import { useStore } from "zustand";
import type { TaskFollower } from "../../data/task/task-follower.ts";
import { Workbench } from "./workbench.tsx";

const route = getRouteApi("/task/$taskId");

export function TaskPage() {
  const { taskId } = route.useParams();
  const follower = useFollower(taskId);
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
      return <Failed error={failure} onRetry={() => follower.retry()} />;
    case "ready":
      return <Workbench at={at} />;
  }
}
