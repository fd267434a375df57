import * as z from "zod";
import { approvalKindSchema, approvalRuleSchema, approvalSubjectSchema } from "../approval.ts";
import { approvalRequestedSchema, loggedEventSchema, questionRequestedSchema, runStatusSchema } from "../event.ts";
import { verificationSchema } from "../evidence.ts";
import { taskIdSchema } from "../ids.ts";
import { limitsSchema } from "../limits.ts";
import { contextTokensSchema } from "../receipt.ts";
import { todoSchema } from "../todo.ts";
import { usageSchema } from "../usage.ts";
import { nothing, pageNext, pageQuery, queryNumber, taskParams, workspaceIdSchema } from "./common.ts";
import { defineRoute } from "./route.ts";
import { messageShape, ruleScopeSchema, runShape, taskOpResultSchema, taskOpSchema } from "./task-op.ts";

const taskStatusSchema = z.enum([...runStatusSchema.options, "running", "interrupted", "damaged"]);

/** A task in a list. */
export const taskSummarySchema = z.object({
  taskId: taskIdSchema,
  workspaceId: workspaceIdSchema.nullable().describe("null if its folder was never opened on this server"),
  folder: z.string(),
  title: z.string(),
  status: taskStatusSchema,
  /** What the running task, or one of its subtasks, waits for. */
  waitsFor: z.enum(["approval", "answer"]).nullable(),
  mode: z.string(),
  model: z.string().nullable(),
  parent: z.object({ taskId: taskIdSchema, agent: z.string() }).nullable(),
  runsElsewhere: z
    .boolean()
    .describe("the task runs in another process, such as a terminal; approvals are answered there"),
  usage: usageSchema,
  turns: z.number(),
  lastSeq: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ApiTaskSummary = z.infer<typeof taskSummarySchema>;

/** Which agent asks. */
const askerShape = {
  taskId: taskIdSchema,
  agent: z.string().describe("its name in its tree: `root`, `child-1`, `child-1.2`"),
  task: z.object({ taskId: taskIdSchema, title: z.string() }).describe("the root task of the tree"),
};

const pendingApprovalSchema = z.object({
  ...askerShape,
  callId: z.string(),
  name: z.string(),
  subject: approvalSubjectSchema,
  needs: z.array(approvalKindSchema).optional(),
  why: z.string().optional(),
  /** The narrowest rules that cover it: what "always allow" would add. */
  rules: z.array(approvalRuleSchema),
  /** The files that "always allow" would add them to; both belong to the user. */
  keptIn: z.record(ruleScopeSchema, z.string()),
  at: z.string(),
});
export type PendingApproval = z.infer<typeof pendingApprovalSchema>;

const pendingQuestionSchema = z.object({
  ...askerShape,
  callId: z.string(),
  question: z.string(),
  suggestions: z.array(z.string()),
  at: z.string(),
});
export type PendingQuestion = z.infer<typeof pendingQuestionSchema>;

/**
 * A task's current state without its events. The part derived from events (`FoldedTask`) can be updated with
 * `foldTaskView` as events arrive.
 */
const taskViewSchema = taskSummarySchema.extend({
  result: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  verification: verificationSchema.nullable(),
  todos: z.array(todoSchema),
  context: contextTokensSchema.nullable(),
  requestedAt: z.string().nullable().describe("start of the pending model request; null if there is none"),
  /** Percentage of the window at which the oldest messages are summarized. */
  condenseThreshold: z.number(),
  limits: limitsSchema,
  autoApprove: z.array(approvalKindSchema),
  asked: z
    .array(z.discriminatedUnion("type", [approvalRequestedSchema, questionRequestedSchema]))
    .describe("open requests of its own calls"),
  approvals: z.array(pendingApprovalSchema).describe("of the task and its subtasks"),
  questions: z.array(pendingQuestionSchema).describe("of the task and its subtasks"),
  subtasks: z
    .array(
      z.object({
        taskId: taskIdSchema,
        callId: z.string(),
        agent: z.string(),
        mode: z.string(),
        status: runStatusSchema.nullable().describe("null while it runs"),
      }),
    )
    .describe("every subtask ever started"),
  children: z.array(taskSummarySchema).describe("subtasks that still exist"),
  filesChanged: z.array(z.string()),
});
export type TaskView = z.infer<typeof taskViewSchema>;

/** Reasons why a run may not start. */
const openingErrors = [
  "unknown_mode",
  "profile_not_found",
  "no_provider",
  "unknown_provider",
  "missing_key",
  "missing_model",
  "unknown_price",
  "invalid_value",
  "bad_cwd",
  "disk_full",
  "home_not_writable",
];

/** Room for a message's images. */
const maxMessageBytes = 32 * 1024 * 1024;

export const tasks = {
  list: defineRoute({
    method: "GET",
    path: "/tasks",
    summary: "List tasks, newest first",
    permission: "tasks:read",
    query: z.object({
      ...pageQuery,
      workspaceId: workspaceIdSchema.optional(),
      status: taskStatusSchema.optional(),
      mode: z.string().optional(),
      parent: taskIdSchema.optional().describe("subtasks of this task; by default only root tasks are listed"),
    }),
    output: z.object({ tasks: z.array(taskSummarySchema), next: pageNext }),
  }),
  search: defineRoute({
    method: "GET",
    path: "/tasks/search",
    summary: "Search all transcripts, with the filters of roo tasks search",
    permission: "tasks:read",
    query: z.object({ query: z.string().max(1000), limit: pageQuery.limit }),
    output: z.object({
      hits: z.array(z.object({ task: taskSummarySchema, seq: z.number(), snippet: z.string() })),
      isComplete: z.boolean(),
    }),
  }),
  create: defineRoute({
    method: "POST",
    path: "/tasks",
    summary: "Start a task",
    permission: "tasks:write",
    body: z.object({ workspaceId: workspaceIdSchema, ...messageShape, ...runShape }),
    maxBodyBytes: maxMessageBytes,
    output: taskViewSchema,
    status: 201,
    errors: [...openingErrors, "workspace_missing"],
  }),
  get: defineRoute({
    method: "GET",
    path: "/tasks/:taskId",
    summary: "Get a task's current state",
    permission: "tasks:read",
    params: taskParams,
    output: taskViewSchema,
    errors: ["task_not_found", "task_damaged"],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/tasks/:taskId",
    summary: "Delete a task and its transcript",
    permission: "tasks:write",
    params: taskParams,
    output: nothing,
    errors: ["task_not_found", "task_busy"],
  }),
  resume: defineRoute({
    method: "POST",
    path: "/tasks/:taskId/resume",
    summary: "Resume an interrupted task and its subtasks",
    permission: "tasks:write",
    params: taskParams,
    body: z.object(runShape),
    output: taskViewSchema,
    status: 202,
    errors: [...openingErrors, "task_not_found", "task_busy", "task_damaged", "is_subtask", "is_workflow"],
  }),
  fork: defineRoute({
    method: "POST",
    path: "/tasks/:taskId/fork",
    summary: "Fork a task: a new task that shares another one's beginning",
    permission: "tasks:write",
    params: taskParams,
    body: z.object({ at: z.number().int().positive().optional() }),
    output: taskViewSchema,
    status: 201,
    errors: ["task_not_found", "task_damaged", "unknown_event", "nothing_to_fork", "disk_full"],
  }),
  events: defineRoute({
    method: "GET",
    path: "/tasks/:taskId/events",
    summary: "List events after a number, or the newest before one",
    permission: "tasks:read",
    params: taskParams,
    query: z.object({
      afterSeq: queryNumber.optional(),
      beforeSeq: queryNumber.optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({ events: z.array(loggedEventSchema), lastSeq: z.number() }),
    errors: ["task_not_found", "task_damaged"],
  }),
  submit: defineRoute({
    method: "POST",
    path: "/tasks/:taskId/ops",
    summary: "Send a message, answer, or stop: the same ops as over the socket",
    permission: "tasks:write",
    params: taskParams,
    body: z.object({ op: taskOpSchema }),
    maxBodyBytes: maxMessageBytes,
    output: taskOpResultSchema,
    status: 202,
    errors: [
      ...openingErrors,
      "task_not_found",
      "task_not_running",
      "not_pending",
      "task_busy",
      "task_damaged",
      "unknown_event",
      "is_subtask",
      "is_workflow",
      "broken_file",
    ],
  }),
  approvals: defineRoute({
    method: "GET",
    path: "/approvals",
    summary: "List open approvals and questions of all tasks",
    permission: "tasks:read",
    output: z.object({ approvals: z.array(pendingApprovalSchema), questions: z.array(pendingQuestionSchema) }),
  }),
  pending: defineRoute({
    method: "GET",
    path: "/tasks/:taskId/approvals",
    summary: "List open approvals and questions of a task and its subtasks",
    permission: "tasks:read",
    params: taskParams,
    output: z.object({ approvals: z.array(pendingApprovalSchema), questions: z.array(pendingQuestionSchema) }),
    errors: ["task_not_found", "task_damaged"],
  }),
  exportAs: defineRoute({
    method: "GET",
    path: "/tasks/:taskId/export",
    summary: "Export a task as Markdown, JSON, a trajectory, or Roo Code's files as a gzipped tar",
    permission: "tasks:read",
    params: taskParams,
    query: z.object({ format: z.enum(["markdown", "json", "atif", "roo"]).default("markdown") }),
    output: z.instanceof(Uint8Array),
    bytes: "answer",
    errors: ["task_not_found", "task_damaged"],
  }),
};
