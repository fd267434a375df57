// A door of its own: only a process that works on many tasks needs it.
export { type HeldHome, holdHome } from "./pool/hold-home.ts";
export { type OpenQuestion, OpenQuestions } from "./pool/open-questions.ts";
export { runFor, type RunWish } from "./pool/run-for.ts";
export { StandingAnswers } from "./pool/standing-answers.ts";
export { type Message, type PoolRun, TaskPool } from "./pool/task-pool.ts";
