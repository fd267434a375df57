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

/** One changed file. The name of an empty folder ends with `/`. */
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

const calledAsSchema = z.string().optional().describe("the name the model used for the tool, if different");

const mcpServer = {
  server: z.string(),
  source: mcpSourceSchema.describe("whose configuration it is in"),
  transport: mcpTransportSchema,
};
const mcpAnswer = {
  callId: z.string(),
  durationMs: z.number().describe("until the server answered; connecting is not included"),
  bytes: z.number().describe("size of the answer in UTF-8, before truncation"),
  isCached: z.boolean().describe("answered from the cache"),
  error: failureSchema.optional(),
};

const stamp = { seq: z.number().int().positive(), at: z.string() };
const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, description: string, shape: Shape) =>
  z.object({ ...stamp, type: z.literal(type), ...shape }).describe(description);

export const approvalRequestedSchema = event("approval.requested", "Approval of a call is requested.", {
  callId: z.string(),
  name: z.string(),
  subject: approvalSubjectSchema,
  /** Approval kinds that are not granted. */
  needs: z.array(approvalKindSchema).optional(),
  /** Why approval is needed, other than that its kind is not auto-approved. */
  why: z.string().optional(),
});

export const questionRequestedSchema = event("question.requested", "The agent asks the user a question.", {
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
      .describe("rules and instructions at that time; part of the system prompt for the whole task"),
    parent: z
      .object({ taskId: taskIdSchema, callId: z.string(), agent: z.string() })
      .optional()
      .describe("the parent task, the call that started this one, and its name there: `child-1`, `child-1.2`"),
    ceiling: capabilitiesSchema.optional().describe("upper bound of its capabilities, whatever its mode"),
    forkedFrom: z
      .object({ taskId: taskIdSchema, seq: z.number() })
      .optional()
      .describe("the task this one was forked from, and the last event they share"),
    format: z.number().describe("version of this log's format"),
  }),
  event("run.start", "A process started or resumed work on the task.", {
    provider: z.string(),
    model: z.string(),
    limits: limitsSchema,
    autoApprove: z.array(approvalKindSchema),
    attended: z.boolean(),
    pid: z.number(),
    version: z.string(),
  }),
  event("run.end", "That process stopped working on the task. The last such event gives the task's status.", {
    status: runStatusSchema,
    result: z.string().nullable(),
    error: failureSchema.optional(),
    turns: z.number().describe("replies of the whole task so far"),
    usage: usageSchema.describe("usage of the whole task so far"),
    filesChanged: z.array(z.string()),
    durationMs: z.number().describe("of this run, by a monotonic clock"),
    verification: verificationSchema.optional(),
  }),
  event("message.added", "A message was sent to the agent.", {
    opId: z.string(),
    message: userMessageSchema,
    seen: z.array(fileVersionSchema).optional().describe("file contents attached to the message"),
  }),
  event("abort.requested", "The run was asked to stop; `run.end` follows.", {
    opId: z.string(),
    reason: z.literal("server_stopped").optional().describe("absent: the user asked for it"),
  }),
  event("condense.requested", "The oldest messages are to be summarized before the next request.", {
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
    context: contextTokensSchema.optional().describe("composition of the request in estimated tokens"),
    head: z
      .object({ system: z.string(), tools: z.string() })
      .optional()
      .describe("digests of the system prompt and tools, if they differ from what the log implies"),
  }),
  event("turn.end", "The model's whole reply.", {
    turn: z.number(),
    message: assistantMessageSchema,
    usage: usageSchema,
    provider: z.string().optional().describe("the provider that answered, if not the one named in `run.start`"),
    model: z.string().optional(),
    stopReason: z.enum(["end", "tool-calls", "length", "filtered"]),
  }),
  event("turn.failed", "The request failed. What had arrived is kept as `partial` and never acted upon.", {
    turn: z.number(),
    attempt: z.number(),
    error: failureSchema,
    retryInMs: z.number().nullable().describe("null: given up"),
    partial: z.string().optional(),
    usage: usageSchema.optional().describe("usage the provider had counted by then; it is billed as well"),
  }),
  event("summary.added", "The oldest messages were replaced by a summary. The log keeps them all.", {
    reason: z.enum(["threshold", "overflow", "asked"]),
    by: z.enum(["model", "rules"]).describe("`rules`: no model was available, so the oldest messages were only listed"),
    dropped: z.number().describe("number of messages, from the first, that it replaces"),
    message: userMessageSchema,
    receipt: receiptSchema,
    tokensBefore: z.number(),
    tokensAfter: z.number(),
    usage: usageSchema.optional().describe("what the summary cost"),
  }),
  event("snapshot.added", "The workspace's files were saved before a change.", {
    callId: z.string().optional().describe("the call that is about to act; absent at the end of a run"),
    snapshot: z.string(),
    label: z.string(),
    skipped: z.number().describe("number of files and folders not included; `roo checkpoints` lists them"),
  }),
  event(
    "change.added",
    "The file changes made by a call, a subtask or an undo, without changes made by others meanwhile.",
    {
      callId: z.string().optional().describe("absent for an undo, whose label says what was undone"),
      label: z.string(),
      changes: z.array(changeSchema).describe("oldest first; empty if nothing changed or nothing could be saved"),
      files: z.array(changedFileSchema).describe("the first of them by name"),
      moreFiles: z.number().optional().describe("how many more"),
      isIncomplete: z
        .boolean()
        .optional()
        .describe("there may be more, which cannot be undone: the first snapshot of the workspace was not complete"),
    },
  ),
  event(
    "rewind.added",
    "The conversation continues from an earlier event; later ones are no longer sent to the model.",
    {
      toSeq: z.number(),
      snapshot: z.string().optional().describe("the files that were restored with it"),
    },
  ),
  event("subtask.start", "A subtask is about to start.", {
    callId: z.string(),
    taskId: taskIdSchema,
    agent: z.string().describe("its name in the tree: `child-1`, `child-1.2`"),
    mode: z.string(),
    message: z.string(),
    worktree: z.string().optional().describe("its own copy of the workspace"),
  }),
  event("subtask.end", "The subtask has ended, and its changes are in the workspace.", {
    callId: z.string(),
    taskId: taskIdSchema,
    status: runStatusSchema,
    turns: z.number(),
    usage: usageSchema.describe("of the subtask and its own subtasks; included in this task's usage from now on"),
    filesChanged: z.array(z.string()),
    conflicts: z.array(z.string()).optional().describe("files that two tasks changed differently"),
    result: z.string().nullable().optional(),
    error: failureSchema.optional(),
  }),
  event(
    "workflow.start",
    "The task runs a plan. Calls of its subtasks are named `phase/subtask#attempt`, those of repairs `phase#attempt`.",
    {
      plan: workflowPlanSchema,
    },
  ),
  event("phase.start", "A phase of the plan is about to begin.", { phase: z.string() }),
  event("phase.end", "A phase of the plan has ended.", { phase: z.string(), status: stepStatusSchema }),
  event("check.end", "A check command of the plan has run.", {
    step: z.string().describe("the phase, or `phase/subtask#attempt`"),
    command: z.string(),
    exitCode: z.number().nullable(),
    output: z.string(),
    durationMs: z.number(),
  }),
  event("hook.end", "A hook command of the user has run.", {
    on: z.enum(["beforeTool", "afterTool", "onCompletion"]),
    name: z.string().optional().describe("the user's name for the hook"),
    command: z.string(),
    callId: z.string().optional(),
    exitCode: z.number().nullable().describe("null if it was killed, usually by its timeout"),
    decision: z.enum(["allow", "deny"]).optional(),
    message: z.string().optional(),
    durationMs: z.number(),
  }),
  event(
    "tool.start",
    "An approved call is about to change something. Recorded before it acts; read-only calls have none.",
    {
      callId: z.string(),
      name: z.string(),
      calledAs: calledAsSchema,
      kind: z.enum(["edit", "action"]),
      steps: z.array(fileStepSchema).optional().describe("for edits: what will change, by content hashes"),
    },
  ),
  event("tool.end", "The result of a call, as sent to the model. Every call of a reply gets exactly one.", {
    callId: z.string(),
    name: z.string(),
    calledAs: calledAsSchema,
    content: z.string(),
    notice: z.string().optional().describe("added below the content for the model, by the engine"),
    images: z.array(imagePartSchema).optional(),
    isError: z.boolean(),
    code: z.string().optional().describe("why it failed"),
    trouble: z
      .string()
      .optional()
      .describe("a problem in the outcome of a successful call, such as a non-zero exit code"),
    durationMs: z.number(),
    seen: z.array(fileVersionSchema).optional().describe("file contents the model now knows"),
    steps: z.array(fileStepSchema).optional().describe("file changes that are now on disk"),
    completes: z.string().optional().describe("the task's result, when this call ended the task"),
    evidence: z.array(evidenceSchema).optional().describe("the completion's claims, and what the log says about each"),
    verification: verificationSchema.optional(),
  }),
  event("connection.start", "An MCP server is about to be started or connected.", { ...mcpServer }),
  event("connection.added", "The MCP server is connected.", {
    ...mcpServer,
    durationMs: z.number(),
    protocol: z.string().describe("the negotiated MCP revision"),
    tools: z.number().describe("number of tools it offers"),
  }),
  event("connection.failed", "The MCP server cannot be reached, or its connection was lost.", {
    ...mcpServer,
    durationMs: z.number().nullable().describe("how long the connection was attempted; null for one that was lost"),
    error: failureSchema,
    retryInMs: z.number().nullable().describe("null: given up"),
  }),
  event("mcp.end", "An MCP tool call has finished or failed. The answer itself is in `tool.end`.", {
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
  event("sample.end", "The task's model answered a sampling request of an MCP server, with approval.", {
    callId: z.string(),
    server: z.string(),
    durationMs: z.number(),
    usage: usageSchema.describe("included in this task's usage from now on"),
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
  event("notice.added", "Information for readers of the log; not sent to the model.", {
    code: z.string(),
    message: z.string(),
  }),
]);

export type TaskEvent = z.infer<typeof taskEventSchema>;

const knownTypes: ReadonlySet<string> = new Set(taskEventSchema.options.map(({ shape }) => shape.type.value));

const otherEventSchema = z
  .looseObject({ ...stamp, type: z.string() })
  .refine(({ type }) => !knownTypes.has(type))
  .describe("An event of a newer version, as stored in the log; readers ignore types they do not know.");

/** An event as read from a log. Folds ignore types they do not know, so readers may treat it as a known one. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const loggedEventSchema = z.union([taskEventSchema, otherEventSchema]) as unknown as z.ZodType<TaskEvent>;
export type TaskEventType = TaskEvent["type"];
export type EventOf<Type extends TaskEventType> = Extract<TaskEvent, { type: Type }>;

type McpEventType = "connection.start" | "connection.added" | "connection.failed" | "mcp.end" | "resource.end";
/** Events that MCP code adds to a task's log. */
export type McpEventDraft = Extract<EventDraft, { type: McpEventType }>;

type Unstamped<Event> = Event extends TaskEvent ? Omit<Event, "seq" | "at"> : never;
/** An event before the log gave it its number and time. */
export type EventDraft = Unstamped<TaskEvent>;
