import { useQuery } from "@tanstack/react-query";
import { createContext, use, useEffect, useState } from "react";
import { useStore } from "zustand";
import { pendingQuery } from "../task-queries.ts";
import { type FollowedTask, TaskFollower } from "./task-follower.ts";

export const TaskContext = createContext<TaskFollower | undefined>(undefined);

/** A follower that lives as long as the component shows this task. */
export function useFollower(taskId: string): TaskFollower | undefined {
  const [follower, setFollower] = useState<TaskFollower>();
  useEffect(() => {
    const made = new TaskFollower(taskId);
    setFollower(made);
    return () => made.dispose();
  }, [taskId]);
  return follower?.taskId === taskId ? follower : undefined;
}

/** Below `TaskContext`. */
export function useTaskFollower(): TaskFollower {
  const follower = use(TaskContext);
  if (!follower) throw new Error("useTask must be used inside a task.");
  return follower;
}

export function useFollowed<Part>(select: (task: FollowedTask) => Part): Part {
  return useStore(useTaskFollower().store, select);
}

export function useTaskView() {
  return useFollowed(({ view }) => view);
}

/** What the task and those that work for it ask people; fetched only while something is asked. */
export function usePending() {
  const { taskId } = useTaskFollower();
  const isAsked = useFollowed(({ view }) => view !== undefined && view.waitsFor !== null);
  const { data } = useQuery({ ...pendingQuery(taskId), enabled: isAsked });
  return isAsked ? data : undefined;
}

/** Another process works on it, such as a terminal: nothing can be answered or stopped here. */
export function useRunsElsewhere(): boolean {
  return useFollowed(({ view }) => view?.runsElsewhere ?? false);
}

export function useIsRunning(): boolean {
  return useFollowed(({ view }) => view?.status === "running");
}
