import {
  bigint,
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
import { count, createdAt, owner, time } from "./columns.ts";

const bytes = (name: string) => bigint(name, { mode: "number" });
const tokens = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);

/** What model replies consumed. */
const usage = () => ({
  turns: count("turns"),
  inputTokens: tokens("input_tokens"),
  outputTokens: tokens("output_tokens"),
  /** Null if no vendor reported it. */
  reasoningTokens: bytes("reasoning_tokens"),
  cacheReadTokens: tokens("cache_read_tokens"),
  cacheWriteTokens: tokens("cache_write_tokens"),
  /** Null if no price is known. */
  costUsd: doublePrecision("cost_usd"),
});

/** Opened folders. */
export const workspaces = pgTable(
  "workspaces",
  {
    id: text("id").primaryKey(),
    owner: owner(),
    folder: text("folder").notNull(),
    name: text("name").notNull(),
    /** Created by the server, which may delete it. */
    isOwned: boolean("is_owned").notNull(),
    quotaBytes: bytes("quota_bytes"),
    createdAt: createdAt(),
    usedAt: time("used_at").notNull().defaultNow(),
  },
  (table) => [unique("workspaces_once").on(table.owner, table.folder)],
);

/** Backups of a folder's files in the blob store. */
export const backups = pgTable(
  "backups",
  {
    id: text("id").primaryKey(),
    owner: owner(),
    workspaceId: text("workspace_id").notNull(),
    name: text("name").notNull(),
    bytes: bytes("bytes").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("backups_by_time").on(table.owner, table.createdAt)],
);

/** A request that must not run twice. Without a status it is running, or was when its server died. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    owner: owner(),
    key: text("key").notNull(),
    operation: text("operation").notNull(),
    requestHash: text("request_hash").notNull(),
    /** The id of what the request creates, whichever server runs it in the end. */
    reservedId: text("reserved_id").notNull(),
    status: integer("status"),
    body: text("body"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] }), index("idempotency_by_time").on(table.createdAt)],
);

/** Browsers subscribed to notifications. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    owner: owner(),
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.endpoint] })],
);

/** What a list shows of a task, folded from its log up to `position`. `place` is the home that contains the log. */
export const taskProjections = pgTable(
  "task_projections",
  {
    place: text("place").notNull(),
    taskId: text("task_id").notNull(),
    owner: owner(),
    folder: text("folder").notNull(),
    position: bytes("position").notNull(),
    lastSeq: integer("last_seq").notNull(),
    lastAt: text("last_at").notNull(),
    mode: text("mode").notNull(),
    model: text("model"),
    isFork: boolean("is_fork").notNull(),
    hasRun: boolean("has_run").notNull(),
    /** What the user is asked, by call id. */
    waiting: jsonb("waiting").$type<Record<string, "approval" | "answer">>().notNull(),
    ...usage(),
  },
  (table) => [primaryKey({ columns: [table.place, table.taskId] })],
);

/** What a task itself used, without its subtasks. */
export const taskUsage = pgTable(
  "task_usage",
  {
    place: text("place").notNull(),
    taskId: text("task_id").notNull(),
    owner: owner(),
    folder: text("folder").notNull(),
    /** In UTC. */
    day: text("day").notNull(),
    model: text("model").notNull(),
    mode: text("mode").notNull(),
    ...usage(),
  },
  (table) => [
    primaryKey({ columns: [table.place, table.taskId, table.day, table.model, table.mode] }),
    index("task_usage_by_day").on(table.owner, table.day),
  ],
);
