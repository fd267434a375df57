import type { TaskId } from "./ids.ts";

/** A task's id is also its folder's name, so it never holds a separator. */
export const taskIdPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{3,63}$/;

/** Without the schemas, for code that only scans folders. */
export function isTaskId(text: string): text is TaskId {
  return taskIdPattern.test(text);
}
