import type { ReasoningEffort } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import { claudeVersion, isOfficialServer, replySize, thinkingKind } from "./claude-model.ts";

/** The vendor's minimum for thinking, and ours for the reply after it. */
const minTokens = 1_024;

/** Thinking budgets in tokens, for models that accept a number. */
const budgets: Readonly<Record<Exclude<ReasoningEffort, "none">, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_000,
};

export interface Thinking {
  readonly maxTokens: number;
  /** The `thinking` field of the request; absent: the model's default. */
  readonly thinking?: Readonly<Record<string, unknown>>;
  readonly effort?: string;
  /** Names for `anthropic-beta`. */
  readonly betas: readonly string[];
}

/** How much the model thinks, in the parameters of this model, and the limit of its reply. */
export function thinkingFor(connection: Connection): Thinking {
  const version = claudeVersion(connection.model);
  const { reasoningEffort: effort, maxThinkingTokens } = connection.settings;
  const kind = thinkingKind(version);
  const takesBudget = kind === "budget" || (kind === "either" && maxThinkingTokens !== undefined);
  if (takesBudget) return withBudget(connection, version, maxThinkingTokens ?? budgetOf(effort));
  const isRequested = maxThinkingTokens !== undefined || (effort !== undefined && effort !== "none");
  if (kind === "always" || (kind !== "never" && isRequested)) return withEffort(connection, version ?? 0, effort);
  return withoutThinking(connection);
}

/** For replies that are forced to be one call: models with a budget cannot think before it. */
export function withoutThinking(connection: Connection): Thinking {
  return { maxTokens: connection.maxTokens ?? replySize(claudeVersion(connection.model)).default, betas: [] };
}

function budgetOf(effort: ReasoningEffort | undefined): number | undefined {
  return effort === undefined || effort === "none" ? undefined : budgets[effort];
}

/** The limit of the reply includes thinking, so it must exceed the budget. */
function withBudget(connection: Connection, version: number | undefined, requested: number | undefined): Thinking {
  if (requested === undefined) return withoutThinking(connection);
  const size = replySize(version);
  const maxTokens = connection.maxTokens ?? Math.min(size.max, size.default + requested);
  const budget = Math.min(Math.max(requested, minTokens), maxTokens - minTokens);
  if (budget < minTokens) return withoutThinking(connection);
  return {
    maxTokens,
    thinking: { type: "enabled", budget_tokens: budget },
    // Thinking between calls; later models do so by default.
    betas: version !== undefined && version >= 400 ? ["interleaved-thinking-2025-05-14"] : [],
  };
}

function withEffort(connection: Connection, version: number, effort: ReasoningEffort | undefined): Thinking {
  const isBound = version > 500 && isOfficialServer(connection);
  return {
    maxTokens: connection.maxTokens ?? replySize(version).default,
    thinking: {
      type: "adaptive",
      // These models do not return their thinking unless requested.
      display: version >= 407 ? "summarized" : undefined,
      // Their thinking is valid only after the same prompt. Ours changes with the mode and when it is condensed: invalid
      // thinking is then dropped instead of rejecting the request.
      block_binding: isBound ? { prefix_mismatch_behavior: "drop_block" } : undefined,
    },
    effort: effort !== undefined ? toWireEffort(effort, version) : undefined,
    betas: isBound ? ["thinking-binding-controls-2026-08-01"] : [],
  };
}

/** Some models cannot stop thinking, so the minimum is the lowest effort. */
function toWireEffort(effort: ReasoningEffort, version: number): string {
  if (effort === "none" || effort === "minimal") return "low";
  return effort === "xhigh" && version < 407 ? "high" : effort;
}
