import type { Environment, EventOf } from "./event.ts";
import type { Verification } from "./evidence.ts";
import type { AssistantMessage, Message, ToolCallPart } from "./message.ts";
import type { Todo } from "./todo.ts";
import type { Usage } from "./usage.ts";

/** A call of the newest reply and its progress. */
export interface OpenCall {
  readonly call: ToolCallPart;
  start?: EventOf<"tool.start">;
  end?: EventOf<"tool.end">;
  /** Snapshot of the files before it acted. */
  snapshot?: EventOf<"snapshot.added">;
  /** Requested and not answered yet. */
  pendingApproval?: EventOf<"approval.requested">;
  approval?: EventOf<"approval.end">;
  pendingQuestion?: EventOf<"question.requested">;
  answer?: EventOf<"question.end">;
  /** What was answered, so that a resumed process does not ask for it again. */
  answered?: readonly (
    | { readonly request: EventOf<"approval.requested">; readonly end: EventOf<"approval.end"> }
    | { readonly request: EventOf<"question.requested">; readonly end: EventOf<"question.end"> }
  )[];
  /** The subtask started for it. */
  subtask?: EventOf<"subtask.start">;
  subtaskEnd?: EventOf<"subtask.end">;
}

/** A task's state, folded from its events. */
export interface TaskState {
  taskId: string;
  mode: string;
  environment: Environment;
  /** Rules and instructions, fixed at the start like the rest of the system prompt. */
  instructions: string;
  lastSeq: number;
  /** The conversation, ready to be sent. */
  messages: Message[];
  /** For each message, the newest event it comes from. */
  messageSeqs: number[];
  /** Messages received while calls are open: appended after their results. */
  waitingMessages: { readonly message: Message; readonly seq: number }[];
  /** Calls of the newest reply until each has its result. */
  openCalls: OpenCall[];
  lastReply: AssistantMessage | undefined;
  /** The agent's final result, until the next message. */
  completion: string | undefined;
  verification: Verification | undefined;
  /** Replies kept. */
  turns: number;
  /** Consecutive latest replies that hit the output limit without a call. */
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
  /** Number of summaries so far. */
  summaries: number;
  /** The newest summary; `messages` starts with it. */
  lastSummary: EventOf<"summary.added"> | undefined;
  /** Subtasks started by this one. */
  subtasks: number;
  /** Ids of all recorded ops: an op sent again has no effect. */
  opIds: Set<string>;
  /** The oldest messages are to be summarized before the next request. */
  condenseRequested: boolean;
  /** Denied calls since the last one that succeeded. */
  denialsInRow: number;
  /** Those of them that a person denied. */
  personDenialsInRow: number;
  /** Invalid calls (unknown tool, wrong input) since the last valid one. */
  mistakesInRow: number;
  /** Set between `run.start` and `run.end`. */
  run: EventOf<"run.start"> | undefined;
  /** The newest finished run. */
  outcome: EventOf<"run.end"> | undefined;
}
