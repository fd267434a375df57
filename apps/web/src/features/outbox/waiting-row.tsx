import { useFollowed, useTaskFollower } from "../../data/task/use-task.ts";
import { useWaitingFor, WaitingMessages } from "./waiting-messages.tsx";

/** Below the conversation of the task around it. */
export function WaitingRow() {
  const { taskId } = useTaskFollower();
  const rows = useFollowed((task) => task.rows);
  const isLogged = (opId: string) => rows.some((row) => row.kind === "said" && row.opId === opId);
  return <WaitingMessages entries={useWaitingFor(taskId, isLogged)} />;
}
