import * as z from "zod";
import { approvalDecisionSchema, approvalKindSchema, approvalSubjectSchema } from "./approval.ts";
import { taskIdSchema } from "./ids.ts";
import { limitsSchema } from "./limits.ts";
import { assistantMessageSchema, imagePartSchema, userMessageSchema } from "./message.ts";
import { todoSchema } from "./todo.ts";
import { usageSchema } from "./usage.ts";

/** A file's content at one moment. `version` is null where there is no file. */
export const fileVersionSchema = z.object({ path: z.string(), version: z.string().nullable() });
export type FileVersion = z.infer<typeof fileVersionSchema>;

/** One file's change, by what the content was before and will be after. */
export const fileStepSchema = z.object({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type FileStep = z.infer<typeof fileStepSchema>;

export const failureSchema = z.object({ code: z.string(), message: z.string(), status: z.number().optional() });
export type Failure = z.infer<typeof failureSchema>;

/** Where the agent works, fixed when the task starts so that the system prompt never changes under the cache. */
export const environmentSchema = z.object({
  cwd: z.string(),
  platform: z.string(),
  shell: z.string(),
  date: z.string(),
});
export type Environment = z.infer<typeof environmentSchema>;

export const runStatusSchema = z.enum(["completed", "failed", "limit", "denied", "aborted"]);
export type RunStatus = z.infer<typeof runStatusSchema>;

const calledAsSchema = z.string().optional().describe("the model's own name for the tool, where it was another");

const stamp = { seq: z.number().int().positive(), at: z.string() };
const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, description: string, shape: Shape) =>
  z.object({ ...stamp, type: z.literal(type), ...shape }).describe(description);

export const taskEventSchema = z.discriminatedUnion("type", [
  event("task.start", "The task was created. Always the first event.", {
    taskId: taskIdSchema,
    mode: z.string(),
    environment: environmentSchema,
    instructions: z
      .string()
      .optional()
      .describe("rules and instructions as they were then; part of the system prompt for the whole task"),
    format: z.number().describe("version of this log's format"),
  }),
  event("run.start", "A process took the task up, for the first time or again.", {
    provider: z.string(),
    model: z.string(),
    limits: limitsSchema,
    autoApprove: z.array(approvalKindSchema),
    attended: z.boolean(),
    pid: z.number(),
    version: z.string(),
  }),
  event("run.end", "That process let the task go. The last such event is the task's status.", {
    status: runStatusSchema,
    result: z.string().nullable(),
    error: failureSchema.optional(),
    turns: z.number().describe("replies of the whole task so far"),
    usage: usageSchema.describe("usage of the whole task so far"),
    filesChanged: z.array(z.string()),
    durationMs: z.number().describe("of this run, by a monotonic clock"),
  }),
  event("message.added", "Somebody said something to the agent.", {
    opId: z.string(),
    message: userMessageSchema,
  }),
  event("turn.start", "A request is about to be sent to the model.", { turn: z.number(), attempt: z.number() }),
  event("turn.end", "The model's whole reply.", {
    turn: z.number(),
    message: assistantMessageSchema,
    usage: usageSchema,
    provider: z.string().optional().describe("who answered, where it was not the provider of the run's start"),
    model: z.string().optional(),
    stopReason: z.enum(["end", "tool-calls", "length", "filtered"]),
  }),
  event("turn.failed", "The request failed. What had arrived is kept as `partial` and never acted upon.", {
    turn: z.number(),
    attempt: z.number(),
    error: failureSchema,
    retryInMs: z.number().nullable().describe("null: given up"),
    partial: z.string().optional(),
  }),
  event(
    "tool.start",
    "A call was allowed and is about to change something. On disk before it does; calls that only look have none.",
    {
      callId: z.string(),
      name: z.string(),
      calledAs: calledAsSchema,
      kind: z.enum(["edit", "action"]),
      steps: z.array(fileStepSchema).optional().describe("for edits: what will change, by content hashes"),
    },
  ),
  event("tool.end", "What the model is told about a call. Every call of a reply gets exactly one.", {
    callId: z.string(),
    name: z.string(),
    calledAs: calledAsSchema,
    content: z.string(),
    notice: z.string().optional().describe("said to the model below the content, by the engine"),
    images: z.array(imagePartSchema).optional(),
    isError: z.boolean(),
    code: z.string().optional().describe("why it failed"),
    trouble: z.string().optional().describe("what went wrong in what the call did, though the call itself worked"),
    durationMs: z.number(),
    seen: z.array(fileVersionSchema).optional().describe("file contents the model now knows"),
    steps: z.array(fileStepSchema).optional().describe("file changes that are now true of the disk"),
    completes: z.string().optional().describe("the task's result, when this call ended the task"),
  }),
  event("todos.added", "A new version of the todo list.", { todos: z.array(todoSchema) }),
  event("approval.requested", "A person is asked whether a call may act.", {
    callId: z.string(),
    name: z.string(),
    subject: approvalSubjectSchema,
  }),
  event("approval.end", "The person answered.", {
    callId: z.string(),
    opId: z.string(),
    decision: approvalDecisionSchema,
    feedback: z.string().optional(),
  }),
  event("question.requested", "The agent asks a person something.", {
    callId: z.string(),
    question: z.string(),
    suggestions: z.array(z.string()),
  }),
  event("question.end", "The person answered.", { callId: z.string(), opId: z.string(), answer: z.string() }),
  event("notice.added", "Something a reader of the log should know; the model is not told.", {
    code: z.string(),
    message: z.string(),
  }),
]);

export type TaskEvent = z.infer<typeof taskEventSchema>;
export type TaskEventType = TaskEvent["type"];
export type EventOf<Type extends TaskEventType> = Extract<TaskEvent, { type: Type }>;

type Unstamped<Event> = Event extends TaskEvent ? Omit<Event, "seq" | "at"> : never;
/** An event before the log gave it its number and time. */
export type EventDraft = Unstamped<TaskEvent>;
