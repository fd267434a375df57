import type { ReasoningEffort } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import { claudeVersion, isVendorsServer, replySize, thinkingKind } from "./claude-model.ts";

/** What the vendor asks for at least, of thought and, as we see it, of the reply after it. */
const minTokens = 1_024;

/** Tokens of thought, for models that take a number. */
const budgets: Readonly<Record<Exclude<ReasoningEffort, "none">, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_000,
};

export interface Thinking {
  readonly maxTokens: number;
  /** The request's `thinking`; absent: as the model does by itself. */
  readonly thinking?: Readonly<Record<string, unknown>>;
  readonly effort?: string;
  /** Names for `anthropic-beta`. */
  readonly betas: readonly string[];
}

/** How much the model shall think, in the words this model understands, and how long its reply may be. */
export function thinkingFor(connection: Connection): Thinking {
  const version = claudeVersion(connection.model);
  const { reasoningEffort: effort, maxThinkingTokens } = connection.settings;
  const kind = thinkingKind(version);
  const takesBudget = kind === "budget" || (kind === "either" && maxThinkingTokens !== undefined);
  if (takesBudget) return withBudget(connection, version, maxThinkingTokens ?? budgetOf(effort));
  const isAsked = maxThinkingTokens !== undefined || (effort !== undefined && effort !== "none");
  if (kind === "always" || (kind !== "never" && isAsked)) return withEffort(connection, version ?? 0, effort);
  return withoutThought(connection);
}

/** For replies that are forced to be one call, which models with a budget refuse to think before. */
export function withoutThought(connection: Connection): Thinking {
  return { maxTokens: connection.maxTokens ?? replySize(claudeVersion(connection.model)).usual, betas: [] };
}

function budgetOf(effort: ReasoningEffort | undefined): number | undefined {
  return effort === undefined || effort === "none" ? undefined : budgets[effort];
}

/** The limit of the reply counts thought as well, so it must be larger than the budget. */
function withBudget(connection: Connection, version: number | undefined, wanted: number | undefined): Thinking {
  if (wanted === undefined) return withoutThought(connection);
  const { usual, most } = replySize(version);
  const maxTokens = connection.maxTokens ?? Math.min(most, usual + wanted);
  const budget = Math.min(Math.max(wanted, minTokens), maxTokens - minTokens);
  if (budget < minTokens) return withoutThought(connection);
  return {
    maxTokens,
    thinking: { type: "enabled", budget_tokens: budget },
    // Thought between calls; later models do so by themselves.
    betas: version !== undefined && version >= 400 ? ["interleaved-thinking-2025-05-14"] : [],
  };
}

function withEffort(connection: Connection, version: number, effort: ReasoningEffort | undefined): Thinking {
  const isBound = version > 500 && isVendorsServer(connection);
  return {
    maxTokens: connection.maxTokens ?? replySize(version).usual,
    thinking: {
      type: "adaptive",
      // These models show nothing of their thought unless they are asked to.
      ...(version >= 407 && { display: "summarized" }),
      // Their thought is valid only behind the very same prompt. Ours changes with the mode and when it is condensed:
      // what became invalid is left out then instead of the request being refused.
      ...(isBound && { block_binding: { prefix_mismatch_behavior: "drop_block" } }),
    },
    effort: effort !== undefined ? toWireEffort(effort, version) : undefined,
    betas: isBound ? ["thinking-binding-controls-2026-08-01"] : [],
  };
}

/** Some models cannot be kept from thinking, so the least is all that can be asked of every one. */
function toWireEffort(effort: ReasoningEffort, version: number): string {
  if (effort === "none" || effort === "minimal") return "low";
  return effort === "xhigh" && version < 407 ? "high" : effort;
}
