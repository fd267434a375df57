import type { EvalRunRequest, Failure, TestCounts, TrialLimit, TrialMetrics, Verdict } from "@roo-code/types";
import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { count, createdAt, id, largeCount, owner, reference, time } from "./columns.ts";

/** Tables and columns have Roo Code's names where it has them. */
export const taskMetrics = pgTable("task_metrics", {
  id: id(),
  tokensIn: largeCount("tokens_in"),
  tokensOut: largeCount("tokens_out"),
  tokensContext: largeCount("tokens_context"),
  cacheWrites: largeCount("cache_writes"),
  cacheReads: largeCount("cache_reads"),
  cost: doublePrecision("cost"),
  turns: largeCount("turns"),
  duration: largeCount("duration"),
  toolUsage: jsonb("tool_usage").$type<TrialMetrics["toolUsage"]>().notNull().default({}),
  createdAt: createdAt(),
});

export const runs = pgTable(
  "runs",
  {
    id: id(),
    owner: owner(),
    taskMetricsId: reference("task_metrics_id").references(() => taskMetrics.id),
    model: text("model").notNull(),
    name: text("name"),
    description: text("description"),
    contextWindow: integer("contextWindow"),
    inputPrice: doublePrecision("inputPrice"),
    outputPrice: doublePrecision("outputPrice"),
    cacheWritesPrice: doublePrecision("cacheWritesPrice"),
    cacheReadsPrice: doublePrecision("cacheReadsPrice"),
    mcpServer: text("mcp_server"),
    settings: jsonb("settings").$type<Record<string, unknown>>(),
    request: jsonb("request").$type<EvalRunRequest>().notNull(),
    status: text("status").$type<"waiting" | "running" | "finished" | "cancelled">().notNull().default("waiting"),
    pid: integer("pid"),
    socketPath: text("socket_path").notNull().default(""),
    executionMethod: text("execution_method").notNull().default("cli"),
    concurrency: integer("concurrency").notNull().default(2),
    timeout: integer("timeout").notNull().default(30),
    passed: count("passed"),
    failed: count("failed"),
    /** The limit that ended the whole run. */
    limit: text("limit").$type<TrialLimit>(),
    /** How long at least one controller was running, as of `beatAt`. */
    workedMs: largeCount("worked_ms"),
    beatAt: time("beat_at"),
    createdAt: createdAt(),
    finishedAt: time("finished_at"),
  },
  (table) => [index("runs_by_time").on(table.owner, table.createdAt)],
);

/** One trial. `leaseNumber` grows with every lease, so that late writes of an earlier holder are refused. */
export const tasks = pgTable(
  "tasks",
  {
    id: id(),
    owner: owner(),
    runId: reference("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    taskMetricsId: reference("task_metrics_id").references(() => taskMetrics.id, { onDelete: "set null" }),
    language: text("language").notNull(),
    exercise: text("exercise").notNull(),
    iteration: integer("iteration").notNull().default(1),
    passed: boolean("passed"),
    verdict: text("verdict").$type<Verdict>(),
    limit: text("limit").$type<TrialLimit>(),
    error: jsonb("error").$type<Failure>(),
    tests: jsonb("tests").$type<TestCounts>(),
    flags: jsonb("flags").$type<readonly string[]>().notNull().default([]),
    diff: text("diff"),
    gradingMs: count("grading_ms"),
    /** The agent's own task, if the agent is ours. */
    rooTaskId: text("roo_task_id"),
    /** A folder on the machine that ran it. */
    artifacts: text("artifacts"),
    attempts: count("attempts"),
    /** Attempts that ended with an error. */
    errors: count("errors"),
    leaseHolder: text("lease_holder"),
    leaseNumber: count("lease_number"),
    /** Not available before this time: it is leased, or waits after an error. */
    leaseUntil: time("lease_until"),
    startedAt: time("started_at"),
    finishedAt: time("finished_at"),
    createdAt: createdAt(),
  },
  (table) => [
    unique("tasks_once").on(table.runId, table.language, table.exercise, table.iteration),
    index("tasks_waiting").on(table.runId, table.id).where(sql`${table.finishedAt} is null`),
  ],
);

/** One row per attempt of a trial; its usage is updated while it runs, so that a killed one counts as well. */
export const taskAttempts = pgTable(
  "task_attempts",
  {
    taskId: reference("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    /** The number of its lease. */
    number: integer("number").notNull(),
    runId: reference("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    holder: text("holder").notNull(),
    tokensIn: count("tokens_in"),
    tokensOut: count("tokens_out"),
    cost: doublePrecision("cost"),
    error: jsonb("error").$type<Failure>(),
    startedAt: time("started_at").notNull().defaultNow(),
    /** Null when its runner vanished. */
    finishedAt: time("finished_at"),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.number] }), index("task_attempts_by_run").on(table.runId)],
);

export const toolErrors = pgTable(
  "tool_errors",
  {
    id: id(),
    runId: reference("run_id").references(() => runs.id, { onDelete: "cascade" }),
    taskId: reference("task_id").references(() => tasks.id, { onDelete: "cascade" }),
    toolName: text("tool_name").notNull(),
    error: text("error").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("tool_errors_by_task").on(table.taskId)],
);
