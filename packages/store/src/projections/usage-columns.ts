import type { Usage } from "@roo-code/types";
import { type AnyColumn, sql } from "drizzle-orm";
import type { taskUsage } from "../database/schema/index.ts";

export interface UsageColumns {
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
    ...(reasoningTokens !== null && { reasoningTokens }),
    cacheReadTokens,
    cacheWriteTokens,
    costUsd,
  };
}

/** For `on conflict`: what is there and what comes. What is not known counts as nothing, unless neither is. */
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
