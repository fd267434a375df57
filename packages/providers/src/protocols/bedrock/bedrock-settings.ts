import type { OutputSchema, ReasoningEffort } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import type { JsonRecord } from "../../json-value.ts";
import type { ModelTraits } from "./model-traits.ts";

/** Claude takes no fewer. */
const leastBudget = 1_024;

const budgets: Readonly<Record<Exclude<ReasoningEffort, "none">, number>> = {
  minimal: leastBudget,
  low: 4_096,
  medium: 12_288,
  high: 24_576,
  xhigh: 32_000,
};

/** Everything of a request but its content. */
export function bedrockSettings(connection: Connection, traits: ModelTraits): JsonRecord {
  const { maxTokens, temperature, settings } = connection;
  const thought = thoughtFields(connection, traits);
  // Claude thinks at its own temperature only.
  const isHeated = temperature !== undefined && !("thinking" in thought);
  const inference = { ...(maxTokens !== undefined && { maxTokens }), ...(isHeated && { temperature }) };
  return {
    ...(Object.keys(inference).length > 0 && { inferenceConfig: inference }),
    ...(Object.keys(thought).length > 0 && { additionalModelRequestFields: thought }),
    ...(settings.serviceTier && { serviceTier: { type: settings.serviceTier } }),
  };
}

function thoughtFields({ maxTokens, settings }: Connection, traits: ModelTraits): JsonRecord {
  const { reasoningEffort: effort, maxThinkingTokens } = settings;
  if (effort === "none" || (effort === undefined && maxThinkingTokens === undefined)) return {};
  switch (traits.thought) {
    case "none":
      return {};
    case "effort":
      return effort ? { reasoning_effort: effort === "minimal" ? "low" : effort === "xhigh" ? "high" : effort } : {};
    case "adaptive":
      return { thinking: { type: "adaptive" }, ...(effort && { output_config: { effort: degreeOf(effort, traits) } }) };
    case "budget": {
      const wanted = maxThinkingTokens ?? budgets[effort ?? "medium"];
      const budget = Math.max(leastBudget, Math.min(wanted, (maxTokens ?? Number.POSITIVE_INFINITY) - leastBudget));
      // Thought is a part of the reply: where it has no room there can be none.
      if (maxTokens !== undefined && budget >= maxTokens) return {};
      return { thinking: { type: "enabled", budget_tokens: budget } };
    }
  }
}

function degreeOf(effort: ReasoningEffort, { knowsXhigh }: ModelTraits): string {
  if (effort === "xhigh") return knowsXhigh ? "xhigh" : "max";
  return effort === "minimal" || effort === "none" ? "low" : effort;
}

/** The schema travels as text. */
export function outputConfig({ name, schema }: OutputSchema): JsonRecord {
  const structure = { jsonSchema: { name, schema: JSON.stringify(schema) } };
  return { textFormat: { type: "json_schema", structure } };
}

/** For models that take no schema. */
export function outputInWords({ schema }: OutputSchema): string {
  return `Answer with one JSON object of this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;
}
