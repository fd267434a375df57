import { useQuery } from "@tanstack/react-query";
import { createContext, use, useEffect, useState } from "react";
import { useStore } from "zustand";
import { taskQuery } from "../task-queries.ts";
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
  return useQuery(taskQuery(useTaskFollower().taskId)).data;
}

/** Another process works on it, such as a terminal: nothing can be answered or stopped here. */
export function useRunsElsewhere(): boolean {
  return useTaskView()?.runsElsewhere ?? false;
}

/** Events are quicker than the server's view of a task; that it lost its process, only the view says. */
export function useIsRunning(): boolean {
  const isRunning = useFollowed(({ facts }) => facts.isRunning);
  const lastSeq = useFollowed((task) => task.lastSeq);
  const view = useTaskView();
  if (view && view.lastSeq >= lastSeq) return view.status === "running";
  return isRunning ?? view?.status === "running";
}
