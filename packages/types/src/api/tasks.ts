import * as z from "zod";
import { approvalDecisionSchema, approvalKindSchema, approvalSubjectSchema } from "../approval.ts";
import { approvalRuleSchema } from "../approval-rule.ts";
import { runStatusSchema, loggedEventSchema } from "../event.ts";
import { verificationSchema } from "../evidence.ts";
import { taskIdSchema } from "../ids.ts";
import { limitsSchema } from "../limits.ts";
import { imagePartSchema } from "../message.ts";
import { opSchema } from "../op.ts";
import { contextTokensSchema } from "../receipt.ts";
import { todoSchema } from "../todo.ts";
import { usageSchema } from "../usage.ts";
import { nothing, pageNext, pageQuery, queryNumber, taskParams, workspaceIdSchema } from "./common.ts";
import { defineRoute } from "./route.ts";

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
  usage: usageSchema,
  turns: z.number(),
  lastSeq: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ApiTaskSummary = z.infer<typeof taskSummarySchema>;

const ruleScopeSchema = z.enum(["project", "user"]);

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

/** All that a task comes to now, but for its events. */
export const taskViewSchema = taskSummarySchema.extend({
  runsElsewhere: z.boolean().describe("another process, such as a terminal, works on it: it is answered there"),
  result: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  verification: verificationSchema.nullable(),
  todos: z.array(todoSchema),
  context: contextTokensSchema.nullable(),
  /** A share of this, in per cent, and the oldest messages are summed up. */
  condenseThreshold: z.number(),
  limits: limitsSchema,
  autoApprove: z.array(approvalKindSchema),
  approvals: z.array(pendingApprovalSchema).describe("of the task, and of those that work for it"),
  questions: z.array(pendingQuestionSchema).describe("of the task, and of those that work for it"),
  children: z.array(taskSummarySchema),
  filesChanged: z.array(z.string()),
});
export type TaskView = z.infer<typeof taskViewSchema>;

const opening = {
  mode: z.string().optional(),
  profile: z.string().optional(),
  provider: z.string().optional(),
  model: z.string().optional(),
  autoApprove: z.array(approvalKindSchema).optional(),
  limits: limitsSchema.optional(),
  attended: z
    .boolean()
    .optional()
    .describe("whether somebody answers what is asked; otherwise it is denied (default: true)"),
};

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

const said = { text: z.string().max(1_000_000), images: z.array(imagePartSchema).max(20).optional() };

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
    body: z.object({ workspaceId: workspaceIdSchema, ...said, ...opening }),
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
    body: z.object(opening),
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
    summary: "An op; the same opId again changes nothing",
    permission: "tasks:write",
    params: taskParams,
    body: z.object({ op: opSchema }),
    maxBodyBytes: pictureBytes,
    output: nothing,
    status: 202,
    errors: [
      ...openingErrors,
      "task_not_found",
      "task_not_running",
      "not_pending",
      "task_busy",
      "is_subtask",
      "is_workflow",
      "task_damaged",
    ],
  }),
  say: defineRoute({
    method: "POST",
    path: "/tasks/:taskId/messages",
    summary: "Say something; a task that was left goes on, one that works hears it when it can",
    permission: "tasks:write",
    params: taskParams,
    body: z.object({
      opId: z.string().min(1).max(200),
      ...said,
      ...opening,
      insteadOf: z
        .number()
        .int()
        .positive()
        .optional()
        .describe("the event of an earlier message: all that came of it is taken back first, files included"),
    }),
    maxBodyBytes: pictureBytes,
    output: z.object({ isQueued: z.boolean() }),
    status: 202,
    errors: [
      ...openingErrors,
      "task_not_found",
      "task_busy",
      "task_damaged",
      "unknown_event",
      "is_subtask",
      "is_workflow",
    ],
  }),
  approvals: defineRoute({
    method: "GET",
    path: "/approvals",
    summary: "What people are asked in all tasks now",
    permission: "tasks:read",
    output: z.object({ approvals: z.array(pendingApprovalSchema), questions: z.array(pendingQuestionSchema) }),
  }),
  answer: defineRoute({
    method: "POST",
    path: "/tasks/:taskId/approvals/:callId",
    summary: "Allow or deny, once, or from now on by rules",
    permission: "tasks:write",
    params: taskParams.extend({ callId: z.string() }),
    body: z.object({
      opId: z.string().min(1).max(200),
      decision: approvalDecisionSchema,
      feedback: z.string().max(10_000).optional(),
      /** Kept for the future, where the person says so. */
      rules: z.array(approvalRuleSchema).max(20).optional(),
      keepIn: ruleScopeSchema
        .optional()
        .describe("where the rules hold: in this project, or everywhere (default: project)"),
    }),
    output: nothing,
    status: 202,
    errors: ["task_not_found", "task_not_running", "not_pending", "broken_file", "disk_full"],
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
