import { doublePrecision, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { count, createdAt, id, owner, reference, time } from "./columns.ts";
import { runs, tasks } from "./evals.ts";

const originColumns = () => ({
  owner: owner(),
  sessionId: reference("session_id").references(() => aiObserverSessions.id, { onDelete: "cascade" }),
  runId: reference("run_id").references(() => runs.id, { onDelete: "cascade" }),
  taskId: reference("task_id").references(() => tasks.id, { onDelete: "cascade" }),
});

export const aiObserverSessions = pgTable("ai_observer_sessions", {
  id: id(),
  owner: owner(),
  runId: reference("run_id").references(() => runs.id, { onDelete: "cascade" }),
  observerLevel: text("observer_level").notNull(),
  steeringMode: text("steering_mode").notNull(),
  totalInsights: count("total_insights"),
  totalAnomalies: count("total_anomalies"),
  totalRecommendations: count("total_recommendations"),
  startedAt: time("started_at").notNull().defaultNow(),
  endedAt: time("ended_at"),
});

export const aiInsights = pgTable(
  "ai_insights",
  {
    id: id(),
    ...originColumns(),
    category: text("category").notNull(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    confidence: doublePrecision("confidence").notNull(),
    evidence: jsonb("evidence").$type<unknown>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("ai_insights_by_run").on(table.runId)],
);

export const aiSteeringRecommendations = pgTable(
  "ai_steering_recommendations",
  {
    id: id(),
    ...originColumns(),
    type: text("type").notNull(),
    priority: text("priority").notNull(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    expectedImpact: jsonb("expected_impact").$type<unknown>(),
    status: text("status").notNull().default("pending"),
    createdAt: createdAt(),
    decidedAt: time("decided_at"),
  },
  (table) => [index("ai_recommendations_by_run").on(table.runId)],
);

export const aiAnomalies = pgTable(
  "ai_anomalies",
  {
    id: id(),
    ...originColumns(),
    type: text("type").notNull(),
    severity: text("severity").notNull(),
    description: text("description").notNull(),
    detectedValue: doublePrecision("detected_value").notNull(),
    expectedValue: doublePrecision("expected_value").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("ai_anomalies_by_run").on(table.runId)],
);
