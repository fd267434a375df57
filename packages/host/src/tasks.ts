// The one way into tasks, and what a process that works on many of them needs.
export { type HeldHome, holdHome } from "./tasks/hold-home.ts";
export { newOpId } from "./tasks/op-id.ts";
export { type OpenQuestion, OpenQuestions } from "./tasks/open-questions.ts";
export { limitsOf } from "./tasks/prepare-run.ts";
export type { BeginInput, ForegroundInput, MessageInput, RunHooks, RunInput, SayInput } from "./tasks/task-input.ts";
export type { TaskPool } from "./tasks/task-pool.ts";
export { type ApprovalAnswer, Tasks, type TasksParts } from "./tasks/tasks.ts";
