import * as z from "zod";
import { approvalKindSchema, approvalSubjectSchema } from "../approval.ts";
import { approvalRuleSchema } from "../approval-rule.ts";
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

export const taskStatusSchema = z.enum([...runStatusSchema.options, "running", "interrupted", "damaged"]);

/** A task in a list. */
export const taskSummarySchema = z.object({
  taskId: taskIdSchema,
  workspaceId: workspaceIdSchema.nullable().describe("null: its folder was never opened here"),
  folder: z.string(),
  title: z.string(),
  status: taskStatusSchema,
  /** What it waits for while it runs, itself or by a task that works for it. */
  waitsFor: z.enum(["approval", "answer"]).nullable(),
  mode: z.string(),
  model: z.string().nullable(),
  parent: z.object({ taskId: taskIdSchema, agent: z.string() }).nullable(),
  runsElsewhere: z.boolean().describe("another process, such as a terminal, works on it: it is answered there"),
  usage: usageSchema,
  turns: z.number(),
  lastSeq: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ApiTaskSummary = z.infer<typeof taskSummarySchema>;

/** Who asks. */
const askerShape = {
  taskId: taskIdSchema,
  agent: z.string().describe("its name in its tree: `root`, `child-1`, `child-1.2`"),
  task: z.object({ taskId: taskIdSchema, title: z.string() }).describe("the root of that tree"),
};

export const pendingApprovalSchema = z.object({
  ...askerShape,
  callId: z.string(),
  name: z.string(),
  subject: approvalSubjectSchema,
  needs: z.array(approvalKindSchema).optional(),
  why: z.string().optional(),
  /** The smallest rules that would cover it: what "always" would add. */
  rules: z.array(approvalRuleSchema),
  /** The files that "always" would add them to, both of them the person's own. */
  keptIn: z.record(ruleScopeSchema, z.string()),
  at: z.string(),
});
export type PendingApproval = z.infer<typeof pendingApprovalSchema>;

export const pendingQuestionSchema = z.object({
  ...askerShape,
  callId: z.string(),
  question: z.string(),
  suggestions: z.array(z.string()),
  at: z.string(),
});
export type PendingQuestion = z.infer<typeof pendingQuestionSchema>;

/**
 * All that a task comes to now, but for its events. What its events alone tell (`FoldedTask`) can be folded on with
 * `foldTaskView` as they come.
 */
export const taskViewSchema = taskSummarySchema.extend({
  result: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  verification: verificationSchema.nullable(),
  todos: z.array(todoSchema),
  context: contextTokensSchema.nullable(),
  requestedAt: z.string().nullable().describe("since when the model is being asked; null while it is not"),
  /** A share of this, in per cent, and the oldest messages are summed up. */
  condenseThreshold: z.number(),
  limits: limitsSchema,
  autoApprove: z.array(approvalKindSchema),
  asked: z
    .array(z.discriminatedUnion("type", [approvalRequestedSchema, questionRequestedSchema]))
    .describe("what its own calls ask now"),
  approvals: z.array(pendingApprovalSchema).describe("of the task, and of those that work for it"),
  questions: z.array(pendingQuestionSchema).describe("of the task, and of those that work for it"),
  subtasks: z
    .array(
      z.object({
        taskId: taskIdSchema,
        callId: z.string(),
        agent: z.string(),
        mode: z.string(),
        status: runStatusSchema.nullable().describe("null until it has ended"),
      }),
    )
    .describe("every task that was begun for it"),
  children: z.array(taskSummarySchema).describe("those of them that are still there"),
  filesChanged: z.array(z.string()),
});
export type TaskView = z.infer<typeof taskViewSchema>;

/** What may be wrong with a run that is about to begin. */
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

/** A message may bring pictures along. */
const pictureBytes = 32 * 1024 * 1024;

export const tasks = {
  list: defineRoute({
    method: "GET",
    path: "/tasks",
    summary: "Tasks, newest first",
    permission: "tasks:read",
    query: z.object({
      ...pageQuery,
      workspaceId: workspaceIdSchema.optional(),
      status: taskStatusSchema.optional(),
      mode: z.string().optional(),
      parent: taskIdSchema
        .optional()
        .describe("tasks that work for this one; without it only those that work for none"),
    }),
    output: z.object({ tasks: z.array(taskSummarySchema), next: pageNext }),
  }),
  search: defineRoute({
    method: "GET",
    path: "/tasks/search",
    summary: "Words in all transcripts, with the filters of roo tasks search",
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
    summary: "Begin a task",
    permission: "tasks:write",
    body: z.object({ workspaceId: workspaceIdSchema, ...messageShape, ...runShape }),
    maxBodyBytes: pictureBytes,
    output: taskViewSchema,
    status: 201,
    errors: [...openingErrors, "workspace_missing"],
  }),
  get: defineRoute({
    method: "GET",
    path: "/tasks/:taskId",
    summary: "A task as it is now",
    permission: "tasks:read",
    params: taskParams,
    output: taskViewSchema,
    errors: ["task_not_found", "task_damaged"],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/tasks/:taskId",
    summary: "Delete a task and everything that was said in it",
    permission: "tasks:write",
    params: taskParams,
    output: nothing,
    errors: ["task_not_found", "task_busy"],
  }),
  resume: defineRoute({
    method: "POST",
    path: "/tasks/:taskId/resume",
    summary: "Go on with a task that was left, with all that works for it",
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
    summary: "A new task that shares another one's beginning",
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
    summary: "Events after a number, or the newest before one",
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
    maxBodyBytes: pictureBytes,
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
    summary: "What people are asked in all tasks now",
    permission: "tasks:read",
    output: z.object({ approvals: z.array(pendingApprovalSchema), questions: z.array(pendingQuestionSchema) }),
  }),
  pending: defineRoute({
    method: "GET",
    path: "/tasks/:taskId/approvals",
    summary: "What a task, and those that work for it, ask people now",
    permission: "tasks:read",
    params: taskParams,
    output: z.object({ approvals: z.array(pendingApprovalSchema), questions: z.array(pendingQuestionSchema) }),
    errors: ["task_not_found", "task_damaged"],
  }),
  exportAs: defineRoute({
    method: "GET",
    path: "/tasks/:taskId/export",
    summary: "A task as Markdown, JSON, a trajectory, or the files of Roo Code as a gzipped tar",
    permission: "tasks:read",
    params: taskParams,
    query: z.object({ format: z.enum(["markdown", "json", "atif", "roo"]).default("markdown") }),
    output: z.instanceof(Uint8Array),
    bytes: "answer",
    errors: ["task_not_found", "task_damaged"],
  }),
};
