import type { TaskItem } from "./wire/ipc-message.ts";
import type { Subscription } from "./wire/task-command.ts";
import type { RooEvent } from "./wire/task-event.ts";

/** Whether an event is for a client with this subscription. Without one everything is, as in Roo Code. */
export function wantsEvent(subscription: Subscription | undefined, event: RooEvent): boolean {
  if (!subscription) return true;
  const { events, tasks } = subscription;
  if (events && !events.includes(event.eventName)) return false;
  const taskId = tasks && taskOf(event);
  return taskId === undefined || (tasks?.includes(taskId) ?? true);
}

export function wantsItem(subscription: Subscription | undefined, { taskId }: TaskItem): boolean {
  return subscription?.items === true && (subscription.tasks?.includes(taskId) ?? true);
}

/** The task an event is of; undefined for answers and for events of the evals. */
function taskOf({ payload }: RooEvent): string | undefined {
  const first = payload?.[0];
  if (typeof first === "string") return first;
  return first && "action" in first && typeof first.taskId === "string" ? first.taskId : undefined;
}
