export type { Exercise, FileCopy, GraderSpec, Suite } from "./exercise.ts";
export type { TrialOrder, TrialOutcome } from "./trial.ts";
export type { AgentNews, AgentOrder, AgentOutcome, TrialAgent } from "./trial-agent.ts";
