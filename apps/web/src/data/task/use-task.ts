import { useQuery } from "@tanstack/react-query";
import { createContext, use, useEffect, useState } from "react";
import { useStore } from "zustand";
import { pendingQuery } from "../task-queries.ts";
import { type FollowedTask, TaskFollower } from "./task-follower.ts";

export const TaskContext = createContext<TaskFollower | undefined>(undefined);

/** Creates a follower, disposed when the component unmounts or shows another task. */
export function useNewFollower(taskId: string): TaskFollower | undefined {
  const [follower, setFollower] = useState<TaskFollower>();
  useEffect(() => {
    const created = new TaskFollower(taskId);
    setFollower(created);
    return () => created.dispose();
  }, [taskId]);
  return follower?.taskId === taskId ? follower : undefined;
}

/** Below `TaskContext`. */
export function useTaskFollower(): TaskFollower {
  const follower = use(TaskContext);
  if (!follower) throw new Error("useTaskFollower must be used below TaskContext.");
  return follower;
}

export function useFollowed<Part>(select: (task: FollowedTask) => Part): Part {
  return useStore(useTaskFollower().store, select);
}

export function useTaskView() {
  return useFollowed(({ view }) => view);
}

/** Open approvals and questions of the task and its subtasks; fetched only while there are any. */
export function usePending() {
  const { taskId } = useTaskFollower();
  const isAsked = useFollowed(({ view }) => view !== undefined && view.waitsFor !== null);
  const { data } = useQuery({ ...pendingQuery(taskId), enabled: isAsked });
  return isAsked ? data : undefined;
}

/** Whether another process, such as a terminal, runs the task: then it cannot be answered or stopped here. */
export function useRunsElsewhere(): boolean {
  return useFollowed(({ view }) => view?.runsElsewhere ?? false);
}

export function useIsRunning(): boolean {
  return useFollowed(({ view }) => view?.status === "running");
}
