CREATE TABLE "ai_anomalies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ai_anomalies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text DEFAULT 'local' NOT NULL,
	"session_id" bigint,
	"run_id" bigint,
	"task_id" bigint,
	"type" text NOT NULL,
	"severity" text NOT NULL,
	"description" text NOT NULL,
	"detected_value" double precision NOT NULL,
	"expected_value" double precision NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_insights" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ai_insights_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text DEFAULT 'local' NOT NULL,
	"session_id" bigint,
	"run_id" bigint,
	"task_id" bigint,
	"category" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"confidence" double precision NOT NULL,
	"evidence" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_observer_sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ai_observer_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text DEFAULT 'local' NOT NULL,
	"run_id" bigint,
	"observer_level" text NOT NULL,
	"steering_mode" text NOT NULL,
	"total_insights" integer DEFAULT 0 NOT NULL,
	"total_anomalies" integer DEFAULT 0 NOT NULL,
	"total_recommendations" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ai_steering_recommendations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ai_steering_recommendations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text DEFAULT 'local' NOT NULL,
	"session_id" bigint,
	"run_id" bigint,
	"task_id" bigint,
	"type" text NOT NULL,
	"priority" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"expected_impact" jsonb,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mcp_connection_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mcp_connection_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text DEFAULT 'local' NOT NULL,
	"run_id" bigint,
	"task_id" bigint,
	"server_name" text NOT NULL,
	"event_type" text NOT NULL,
	"source" text NOT NULL,
	"transport" text NOT NULL,
	"duration_ms" double precision,
	"error_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mcp_resource_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mcp_resource_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text DEFAULT 'local' NOT NULL,
	"run_id" bigint,
	"task_id" bigint,
	"server_name" text NOT NULL,
	"uri" text NOT NULL,
	"event_type" text NOT NULL,
	"source" text NOT NULL,
	"transport" text NOT NULL,
	"duration_ms" double precision NOT NULL,
	"response_size" integer NOT NULL,
	"error_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mcp_retrieval_benchmarks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mcp_retrieval_benchmarks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text DEFAULT 'local' NOT NULL,
	"run_id" bigint,
	"task_id" bigint,
	"mcp_server_name" text NOT NULL,
	"user_intent" text NOT NULL,
	"total_steps" integer DEFAULT 0 NOT NULL,
	"code_execution_success" boolean,
	"error_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mcp_retrieval_calls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mcp_retrieval_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"benchmark_id" bigint NOT NULL,
	"step_number" integer NOT NULL,
	"tool_name" text NOT NULL,
	"request" text NOT NULL,
	"response" text NOT NULL,
	"response_size" integer NOT NULL,
	"duration_ms" double precision NOT NULL,
	"error_message" text,
	"source" text NOT NULL,
	"timeout_ms" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text DEFAULT 'local' NOT NULL,
	"task_metrics_id" bigint,
	"model" text NOT NULL,
	"name" text,
	"description" text,
	"contextWindow" integer,
	"inputPrice" double precision,
	"outputPrice" double precision,
	"cacheWritesPrice" double precision,
	"cacheReadsPrice" double precision,
	"mcp_server" text,
	"settings" jsonb,
	"request" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"pid" integer,
	"socket_path" text DEFAULT '' NOT NULL,
	"execution_method" text DEFAULT 'cli' NOT NULL,
	"concurrency" integer DEFAULT 2 NOT NULL,
	"timeout" integer DEFAULT 30 NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"limit" text,
	"worked_ms" bigint DEFAULT 0 NOT NULL,
	"beat_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "task_attempts" (
	"task_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"run_id" bigint NOT NULL,
	"holder" text NOT NULL,
	"tokens_in" integer DEFAULT 0 NOT NULL,
	"tokens_out" integer DEFAULT 0 NOT NULL,
	"cost" double precision,
	"error" jsonb,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "task_attempts_task_id_number_pk" PRIMARY KEY("task_id","number")
);
--> statement-breakpoint
CREATE TABLE "task_metrics" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_metrics_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tokens_in" bigint DEFAULT 0 NOT NULL,
	"tokens_out" bigint DEFAULT 0 NOT NULL,
	"tokens_context" bigint DEFAULT 0 NOT NULL,
	"cache_writes" bigint DEFAULT 0 NOT NULL,
	"cache_reads" bigint DEFAULT 0 NOT NULL,
	"cost" double precision,
	"turns" bigint DEFAULT 0 NOT NULL,
	"duration" bigint DEFAULT 0 NOT NULL,
	"tool_usage" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text DEFAULT 'local' NOT NULL,
	"run_id" bigint NOT NULL,
	"task_metrics_id" bigint,
	"language" text NOT NULL,
	"exercise" text NOT NULL,
	"iteration" integer DEFAULT 1 NOT NULL,
	"passed" boolean,
	"verdict" text,
	"limit" text,
	"error" jsonb,
	"tests" jsonb,
	"flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"diff" text,
	"grading_ms" integer DEFAULT 0 NOT NULL,
	"roo_task_id" text,
	"artifacts" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"lease_holder" text,
	"lease_number" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tasks_once" UNIQUE("run_id","language","exercise","iteration")
);
--> statement-breakpoint
CREATE TABLE "tool_errors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tool_errors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" bigint,
	"task_id" bigint,
	"tool_name" text NOT NULL,
	"error" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_anomalies" ADD CONSTRAINT "ai_anomalies_session_id_ai_observer_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."ai_observer_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_anomalies" ADD CONSTRAINT "ai_anomalies_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_anomalies" ADD CONSTRAINT "ai_anomalies_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_insights" ADD CONSTRAINT "ai_insights_session_id_ai_observer_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."ai_observer_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_insights" ADD CONSTRAINT "ai_insights_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_insights" ADD CONSTRAINT "ai_insights_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_observer_sessions" ADD CONSTRAINT "ai_observer_sessions_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_steering_recommendations" ADD CONSTRAINT "ai_steering_recommendations_session_id_ai_observer_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."ai_observer_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_steering_recommendations" ADD CONSTRAINT "ai_steering_recommendations_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_steering_recommendations" ADD CONSTRAINT "ai_steering_recommendations_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_connection_events" ADD CONSTRAINT "mcp_connection_events_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_connection_events" ADD CONSTRAINT "mcp_connection_events_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_resource_events" ADD CONSTRAINT "mcp_resource_events_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_resource_events" ADD CONSTRAINT "mcp_resource_events_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_retrieval_benchmarks" ADD CONSTRAINT "mcp_retrieval_benchmarks_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_retrieval_benchmarks" ADD CONSTRAINT "mcp_retrieval_benchmarks_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_retrieval_calls" ADD CONSTRAINT "mcp_retrieval_calls_benchmark_id_mcp_retrieval_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."mcp_retrieval_benchmarks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_task_metrics_id_task_metrics_id_fk" FOREIGN KEY ("task_metrics_id") REFERENCES "public"."task_metrics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_attempts" ADD CONSTRAINT "task_attempts_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_attempts" ADD CONSTRAINT "task_attempts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_task_metrics_id_task_metrics_id_fk" FOREIGN KEY ("task_metrics_id") REFERENCES "public"."task_metrics"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_errors" ADD CONSTRAINT "tool_errors_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_errors" ADD CONSTRAINT "tool_errors_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_anomalies_by_run" ON "ai_anomalies" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "ai_insights_by_run" ON "ai_insights" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "ai_recommendations_by_run" ON "ai_steering_recommendations" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "mcp_connections_by_task" ON "mcp_connection_events" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "mcp_resources_by_task" ON "mcp_resource_events" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "mcp_benchmarks_by_task" ON "mcp_retrieval_benchmarks" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "mcp_calls_by_benchmark" ON "mcp_retrieval_calls" USING btree ("benchmark_id","step_number");--> statement-breakpoint
CREATE INDEX "runs_by_time" ON "runs" USING btree ("owner","created_at");--> statement-breakpoint
CREATE INDEX "task_attempts_by_run" ON "task_attempts" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "tasks_waiting" ON "tasks" USING btree ("run_id","id") WHERE "tasks"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "tool_errors_by_task" ON "tool_errors" USING btree ("task_id");