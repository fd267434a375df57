import * as z from "zod";
import { approvalDecisionSchema, approvalKindSchema, approvalSubjectSchema } from "./approval.ts";
import { capabilitiesSchema } from "./capabilities-schema.ts";
import { evidenceSchema, verificationSchema } from "./evidence.ts";
import { taskIdSchema } from "./ids.ts";
import { limitsSchema } from "./limits.ts";
import { mcpSourceSchema, mcpTransportSchema } from "./mcp-server.ts";
import { assistantMessageSchema, imagePartSchema, userMessageSchema } from "./message.ts";
import { contextTokensSchema, receiptSchema } from "./receipt.ts";
import { todoSchema } from "./todo.ts";
import { usageSchema } from "./usage.ts";
import { stepStatusSchema, workflowPlanSchema } from "./workflow.ts";

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

/** One file that something changed. The name of a folder with nothing in it ends with `/`. */
export const changedFileSchema = z.object({ path: z.string(), change: z.enum(["added", "changed", "deleted"]) });

/** Two snapshots of the workspace: all that differs between them was changed by one cause. */
export const changeSchema = z.object({ before: z.string(), after: z.string() });

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

const mcpServer = {
  server: z.string(),
  source: mcpSourceSchema.describe("whose configuration it is in"),
  transport: mcpTransportSchema,
};
const mcpAnswer = {
  callId: z.string(),
  durationMs: z.number().describe("until the server had answered; reaching it first is not part of it"),
  bytes: z.number().describe("of the answer, in UTF-8, before anything was cut off"),
  isCached: z.boolean().describe("answered from what the server said before"),
  error: failureSchema.optional(),
};

const stamp = { seq: z.number().int().positive(), at: z.string() };
const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, description: string, shape: Shape) =>
  z.object({ ...stamp, type: z.literal(type), ...shape }).describe(description);

export const approvalRequestedSchema = event("approval.requested", "A person is asked whether a call may act.", {
  callId: z.string(),
  name: z.string(),
  subject: approvalSubjectSchema,
  /** Kinds of leave that are missing. */
  needs: z.array(approvalKindSchema).optional(),
  /** What else is in the way than that its kind was not allowed in advance. */
  why: z.string().optional(),
});

export const questionRequestedSchema = event("question.requested", "The agent asks a person something.", {
  callId: z.string(),
  question: z.string(),
  suggestions: z.array(z.string()),
});

export const taskEventSchema = z.discriminatedUnion("type", [
  event("task.start", "The task was created. Always the first event.", {
    taskId: taskIdSchema,
    mode: z.string(),
    environment: environmentSchema,
    instructions: z
      .string()
      .optional()
      .describe("rules and instructions as they were then; part of the system prompt for the whole task"),
    parent: z
      .object({ taskId: taskIdSchema, callId: z.string(), agent: z.string() })
      .optional()
      .describe("the task this one works for, the call that asked for it, and its name there: `child-1`, `child-1.2`"),
    ceiling: capabilitiesSchema.optional().describe("what it may do at most, whatever its mode is"),
    forkedFrom: z
      .object({ taskId: taskIdSchema, seq: z.number() })
      .optional()
      .describe("the task whose beginning this one shares, and the last event of it that was taken over"),
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
    verification: verificationSchema.optional(),
  }),
  event("message.added", "Somebody said something to the agent.", {
    opId: z.string(),
    message: userMessageSchema,
    seen: z.array(fileVersionSchema).optional().describe("file contents the message brought along"),
  }),
  event("abort.requested", "Somebody asked the run to stop; its end follows.", {
    opId: z.string(),
    reason: z.literal("server_stopped").optional().describe("absent: the user asked for it"),
  }),
  event("condense.requested", "Somebody asked for the oldest messages to be summarized before the next request.", {
    opId: z.string(),
  }),
  event("mode.start", "From here on the task is in another mode.", {
    mode: z.string(),
    reason: z.string(),
    instructions: z.string().optional().describe("rules and instructions of that mode, as in `task.start`"),
  }),
  event("turn.start", "A request is about to be sent to the model.", {
    turn: z.number(),
    attempt: z.number(),
    context: contextTokensSchema.optional().describe("what the request is made of, in tokens, estimated"),
    head: z
      .object({ system: z.string(), tools: z.string() })
      .optional()
      .describe("digests of what is told before the messages, where it is not what the log knows"),
  }),
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
    usage: usageSchema.optional().describe("what the provider had counted by then, which is paid for as well"),
  }),
  event(
    "summary.added",
    "The oldest messages were replaced by one that says what matters of them. The log keeps them all.",
    {
      reason: z.enum(["threshold", "overflow", "asked"]),
      by: z.enum(["model", "rules"]).describe("`rules`: no model could be asked, so the oldest were only listed"),
      dropped: z.number().describe("how many messages, from the first, it stands for"),
      message: userMessageSchema,
      receipt: receiptSchema,
      tokensBefore: z.number(),
      tokensAfter: z.number(),
      usage: usageSchema.optional().describe("what the summary cost"),
    },
  ),
  event("snapshot.added", "The workspace's files were saved, before something changes them.", {
    callId: z.string().optional().describe("the call that is about to act; absent at the end of a run"),
    snapshot: z.string(),
    label: z.string(),
    skipped: z.number().describe("how many files and folders it does not hold; `roo checkpoints` names them"),
  }),
  event(
    "change.added",
    "What a call, a subtask or an undo changed in the workspace's files, and nothing that anybody else did meanwhile.",
    {
      callId: z.string().optional().describe("absent for an undo, whose label says what it took back"),
      label: z.string(),
      changes: z.array(changeSchema).describe("oldest first; empty where nothing changed, or nothing could be saved"),
      files: z.array(changedFileSchema).describe("the first of them by name"),
      moreFiles: z.number().optional().describe("how many more"),
    },
  ),
  event("rewind.added", "The conversation goes on from an earlier event; what came after it is not told any more.", {
    toSeq: z.number(),
    snapshot: z.string().optional().describe("the files that were restored with it"),
  }),
  event("subtask.start", "Another task is about to work for this one.", {
    callId: z.string(),
    taskId: taskIdSchema,
    agent: z.string().describe("its name in the tree: `child-1`, `child-1.2`"),
    mode: z.string(),
    message: z.string(),
    worktree: z.string().optional().describe("the copy of the workspace it has to itself"),
  }),
  event("subtask.end", "That task has ended, and its changes are in the workspace.", {
    callId: z.string(),
    taskId: taskIdSchema,
    status: runStatusSchema,
    turns: z.number(),
    usage: usageSchema.describe("of it and those that worked for it; part of this task's usage from now on"),
    filesChanged: z.array(z.string()),
    conflicts: z.array(z.string()).optional().describe("files that two tasks changed differently"),
    result: z.string().nullable().optional(),
    error: failureSchema.optional(),
  }),
  event(
    "workflow.start",
    "The task is a plan that was written down. The calls of its tasks are `phase/subtask#attempt`, of repairs `phase#attempt`.",
    {
      plan: workflowPlanSchema,
    },
  ),
  event("phase.start", "A phase of the plan is about to begin.", { phase: z.string() }),
  event("phase.end", "A phase of the plan has ended.", { phase: z.string(), status: stepStatusSchema }),
  event("check.end", "A command that must succeed has run.", {
    step: z.string().describe("the phase, or `phase/subtask#attempt`"),
    command: z.string(),
    exitCode: z.number().nullable(),
    output: z.string(),
    durationMs: z.number(),
  }),
  event("hook.end", "A command of the person's ran beside the task.", {
    on: z.enum(["beforeTool", "afterTool", "onCompletion"]),
    name: z.string().optional().describe("what the person calls it"),
    command: z.string(),
    callId: z.string().optional(),
    exitCode: z.number().nullable().describe("null: it was ended, by its time limit above all"),
    decision: z.enum(["allow", "deny"]).optional(),
    message: z.string().optional(),
    durationMs: z.number(),
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
    evidence: z.array(evidenceSchema).optional().describe("what it claimed then, and what the log says about it"),
    verification: verificationSchema.optional(),
  }),
  event("connection.start", "An MCP server is about to be started or reached.", { ...mcpServer }),
  event("connection.added", "The MCP server answers.", {
    ...mcpServer,
    durationMs: z.number(),
    protocol: z.string().describe("the revision of MCP that both speak"),
    tools: z.number().describe("how many it offers"),
  }),
  event("connection.failed", "The MCP server cannot be reached, or its connection has ended by itself.", {
    ...mcpServer,
    durationMs: z.number().nullable().describe("how long was tried; null for a connection that ended"),
    error: failureSchema,
    retryInMs: z.number().nullable().describe("null: given up"),
  }),
  event("mcp.end", "A tool of an MCP server has answered, or failed to. The answer itself is in `tool.end`.", {
    ...mcpServer,
    ...mcpAnswer,
    tool: z.string(),
    timeoutMs: z.number(),
  }),
  event("resource.end", "A resource of an MCP server was read, or could not be.", {
    ...mcpServer,
    ...mcpAnswer,
    uri: z.string(),
  }),
  event("sample.end", "An MCP server had the task's model answer something, with leave.", {
    callId: z.string(),
    server: z.string(),
    durationMs: z.number(),
    usage: usageSchema.describe("part of this task's usage from now on"),
  }),
  event("todos.added", "A new version of the todo list.", { todos: z.array(todoSchema) }),
  approvalRequestedSchema,
  event("approval.end", "The person answered.", {
    callId: z.string(),
    opId: z.string(),
    decision: approvalDecisionSchema,
    feedback: z.string().optional(),
  }),
  questionRequestedSchema,
  event("question.end", "The person answered.", { callId: z.string(), opId: z.string(), answer: z.string() }),
  event("notice.added", "Something a reader of the log should know; the model is not told.", {
    code: z.string(),
    message: z.string(),
  }),
]);

export type TaskEvent = z.infer<typeof taskEventSchema>;

const knownTypes: ReadonlySet<string> = new Set(taskEventSchema.options.map(({ shape }) => shape.type.value));

const otherEventSchema = z
  .looseObject({ ...stamp, type: z.string() })
  .refine(({ type }) => !knownTypes.has(type))
  .describe("An event of a newer version, as it stands in the log: whoever does not know its type goes on without it.");

/** What a log may hold. Folds pass over types they do not know, so that readers may take it for one they do. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const loggedEventSchema = z.union([taskEventSchema, otherEventSchema]) as unknown as z.ZodType<TaskEvent>;
export type TaskEventType = TaskEvent["type"];
export type EventOf<Type extends TaskEventType> = Extract<TaskEvent, { type: Type }>;

type McpEventType = "connection.start" | "connection.added" | "connection.failed" | "mcp.end" | "resource.end";
/** What those who deal with MCP servers tell a task's log. */
export type McpEventDraft = Extract<EventDraft, { type: McpEventType }>;

type Unstamped<Event> = Event extends TaskEvent ? Omit<Event, "seq" | "at"> : never;
/** An event before the log gave it its number and time. */
export type EventDraft = Unstamped<TaskEvent>;
