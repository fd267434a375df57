import type { Environment, EventOf } from "./event.ts";
import type { Verification } from "./evidence.ts";
import type { AssistantMessage, Message, ToolCallPart } from "./message.ts";
import type { Todo } from "./todo.ts";
import type { Usage } from "./usage.ts";

/** A call of the newest reply, as far as it got. */
export interface OpenCall {
  readonly call: ToolCallPart;
  start?: EventOf<"tool.start">;
  end?: EventOf<"tool.end">;
  /** Of the files before it acted. */
  snapshot?: EventOf<"snapshot.added">;
  /** Asked and not answered yet. */
  pendingApproval?: EventOf<"approval.requested">;
  approval?: EventOf<"approval.end">;
  pendingQuestion?: EventOf<"question.requested">;
  answer?: EventOf<"question.end">;
  /** The task that was begun for it. */
  subtask?: EventOf<"subtask.start">;
  subtaskEnd?: EventOf<"subtask.end">;
}

/** What a task is, according to its events. */
export interface TaskState {
  taskId: string;
  mode: string;
  environment: Environment;
  /** Rules and instructions, fixed at the start like the rest of the system prompt. */
  instructions: string;
  lastSeq: number;
  /** What the model has been told and said, ready to be sent. */
  messages: Message[];
  /** For each of `messages`, the newest event it comes from. */
  messageSeqs: number[];
  /** Said while calls are open: joins `messages` behind their results. */
  waitingMessages: { readonly message: Message; readonly seq: number }[];
  /** Calls of the newest reply until each has its result. */
  openCalls: OpenCall[];
  lastReply: AssistantMessage | undefined;
  /** The result the agent ended with, until somebody says something more. */
  completion: string | undefined;
  verification: Verification | undefined;
  /** Replies kept. */
  turns: number;
  /** Newest replies in a row that ended at the output limit without a call. */
  cutRepliesInRow: number;
  /** Failed requests. */
  failures: number;
  /** Failed requests since the newest reply or message. */
  failuresInRow: number;
  usage: Usage;
  todos: readonly Todo[];
  /** Path → version the model last saw. */
  seen: Map<string, string | null>;
  filesChanged: Set<string>;
  /** What its calls changed, oldest first. */
  ownChanges: EventOf<"change.added">[];
  /** Its name in a tree of tasks. */
  agent: string;
  /** How often its oldest messages were summed up. */
  summaries: number;
  /** The newest of these: `messages` begins with its message. */
  lastSummary: EventOf<"summary.added"> | undefined;
  /** Tasks that were begun for this one. */
  subtasks: number;
  /** Of every op that was recorded: one that is sent again changes nothing. */
  opIds: Set<string>;
  /** The oldest messages are to be summarized before the next request. */
  condenseRequested: boolean;
  /** Denied calls since the last one that succeeded. */
  denialsInRow: number;
  /** Those of them that a person was asked about and answered. */
  personDenialsInRow: number;
  /** Calls that were no valid call (unknown tool, wrong input) since the last valid one. */
  mistakesInRow: number;
  /** Set between `run.start` and `run.end`. */
  run: EventOf<"run.start"> | undefined;
  /** The newest finished run. */
  outcome: EventOf<"run.end"> | undefined;
}
