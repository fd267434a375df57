CREATE TABLE "backups" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text DEFAULT 'local' NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"owner" text DEFAULT 'local' NOT NULL,
	"key" text NOT NULL,
	"operation" text NOT NULL,
	"request_hash" text NOT NULL,
	"reserved_id" text NOT NULL,
	"status" integer,
	"body" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_owner_key_pk" PRIMARY KEY("owner","key")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"owner" text DEFAULT 'local' NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_owner_endpoint_pk" PRIMARY KEY("owner","endpoint")
);
--> statement-breakpoint
CREATE TABLE "task_projections" (
	"place" text NOT NULL,
	"task_id" text NOT NULL,
	"owner" text DEFAULT 'local' NOT NULL,
	"folder" text NOT NULL,
	"position" bigint NOT NULL,
	"last_seq" integer NOT NULL,
	"last_at" text NOT NULL,
	"mode" text NOT NULL,
	"model" text,
	"is_fork" boolean NOT NULL,
	"has_run" boolean NOT NULL,
	"waiting" jsonb NOT NULL,
	"turns" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"reasoning_tokens" bigint,
	"cache_read_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_write_tokens" bigint DEFAULT 0 NOT NULL,
	"cost_usd" double precision,
	CONSTRAINT "task_projections_place_task_id_pk" PRIMARY KEY("place","task_id")
);
--> statement-breakpoint
CREATE TABLE "task_usage" (
	"place" text NOT NULL,
	"task_id" text NOT NULL,
	"owner" text DEFAULT 'local' NOT NULL,
	"folder" text NOT NULL,
	"day" text NOT NULL,
	"model" text NOT NULL,
	"mode" text NOT NULL,
	"turns" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"reasoning_tokens" bigint,
	"cache_read_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_write_tokens" bigint DEFAULT 0 NOT NULL,
	"cost_usd" double precision,
	CONSTRAINT "task_usage_place_task_id_day_model_mode_pk" PRIMARY KEY("place","task_id","day","model","mode")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text DEFAULT 'local' NOT NULL,
	"folder" text NOT NULL,
	"name" text NOT NULL,
	"is_owned" boolean NOT NULL,
	"quota_bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspaces_once" UNIQUE("owner","folder")
);
--> statement-breakpoint
CREATE INDEX "backups_by_time" ON "backups" USING btree ("owner","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_by_time" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "task_usage_by_day" ON "task_usage" USING btree ("owner","day");