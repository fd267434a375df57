import type { Usage } from "@roo-code/types";
import { type AnyColumn, and, asc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open-database.ts";
import { taskUsage } from "../database/schema/index.ts";

export interface UsageQuery {
  readonly by: "day" | "model" | "mode" | "folder";
  /** Days, inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly folder?: string;
}

interface UsageSum {
  readonly tasks: number;
  readonly turns: number;
  readonly usage: Usage;
}

export interface UsageSums {
  readonly rows: readonly (UsageSum & { readonly key: string })[];
  readonly total: UsageSum;
}

const columns = { day: taskUsage.day, model: taskUsage.model, mode: taskUsage.mode, folder: taskUsage.folder };

export async function sumUsage({ orm }: Database, owner: string, query: UsageQuery): Promise<UsageSums> {
  const filter = filterOf(owner, query);
  const key = columns[query.by];
  const rows = await orm
    .select({ key, ...sums })
    .from(taskUsage)
    .where(filter)
    .groupBy(key)
    .orderBy(asc(key));
  const [total] = await orm.select(sums).from(taskUsage).where(filter);
  return { rows: rows.map((row) => ({ key: row.key, ...toSum(row) })), total: toSum(total ?? nothing) };
}

function filterOf(owner: string, { from, to, folder }: UsageQuery): SQL | undefined {
  return and(
    eq(taskUsage.owner, owner),
    from === undefined ? undefined : gte(taskUsage.day, from),
    to === undefined ? undefined : lte(taskUsage.day, to),
    folder === undefined ? undefined : eq(taskUsage.folder, folder),
  );
}

/** PostgreSQL returns sums of integers as text, because they may be larger. */
const integerSum = (column: (typeof taskUsage)["turns" | "inputTokens"]) =>
  sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);

const sums = {
  tasks: sql<number>`count(distinct ${taskUsage.taskId})`.mapWith(Number),
  turns: integerSum(taskUsage.turns),
  inputTokens: integerSum(taskUsage.inputTokens),
  outputTokens: integerSum(taskUsage.outputTokens),
  reasoningTokens: sql<number | null>`sum(${taskUsage.reasoningTokens})`.mapWith((value: unknown) =>
    value === null ? null : Number(value),
  ),
  cacheReadTokens: integerSum(taskUsage.cacheReadTokens),
  cacheWriteTokens: integerSum(taskUsage.cacheWriteTokens),
  costUsd: sql<number | null>`sum(${taskUsage.costUsd})`,
};

const nothing: Sums = {
  tasks: 0,
  turns: 0,
  inputTokens: 0,
  outputTokens: 0,
  reasoningTokens: null,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: null,
};

interface Sums extends UsageColumns {
  readonly tasks: number;
}

function toSum({ tasks, ...used }: Sums): UsageSum {
  return { tasks, turns: used.turns, usage: toUsage(used) };
}

interface UsageColumns {
  readonly turns: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number | null;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly costUsd: number | null;
}

export function toColumns(turns: number, usage: Usage): UsageColumns {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd } = usage;
  const reasoningTokens = usage.reasoningTokens ?? null;
  return { turns, inputTokens, outputTokens, reasoningTokens, cacheReadTokens, cacheWriteTokens, costUsd };
}

export function toUsage({ reasoningTokens, ...usage }: Omit<UsageColumns, "turns">): Usage {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd } = usage;
  return {
    inputTokens,
    outputTokens,
    reasoningTokens: reasoningTokens ?? undefined,
    cacheReadTokens,
    cacheWriteTokens,
    costUsd,
  };
}

/** For `on conflict`: adds the new values to the stored ones. Null counts as 0 unless both are null. */
export function addColumns(table: typeof taskUsage) {
  const sum = (column: AnyColumn) => sql`${column} + excluded.${sql.identifier(column.name)}`;
  const sumOfKnown = (column: AnyColumn) => {
    const added = sql`excluded.${sql.identifier(column.name)}`;
    return sql`case when ${column} is null then ${added} when ${added} is null then ${column} else ${column} + ${added} end`;
  };
  return {
    turns: sum(table.turns),
    inputTokens: sum(table.inputTokens),
    outputTokens: sum(table.outputTokens),
    reasoningTokens: sumOfKnown(table.reasoningTokens),
    cacheReadTokens: sum(table.cacheReadTokens),
    cacheWriteTokens: sum(table.cacheWriteTokens),
    costUsd: sumOfKnown(table.costUsd),
  };
}
