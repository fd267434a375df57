// The entry point for running tasks, and what a process with many tasks needs.
export { type HomeLock, lockHome } from "./tasks/lock-home.ts";
export { newOpId } from "./tasks/message-op.ts";
export { type OpenQuestion, OpenQuestions } from "./tasks/open-questions.ts";
export { limitsOf, prepareRun } from "./tasks/prepare-run.ts";
export type {
  ForegroundInput,
  MessageInput,
  RunHooks,
  RunInput,
} from "./tasks/task-input.ts";
export type { TaskPool } from "./tasks/task-pool.ts";
export { Tasks } from "./tasks/tasks.ts";
