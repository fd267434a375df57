import type { OutputSchema, ReasoningEffort } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import type { JsonRecord } from "../../json-value.ts";

/** Claude's minimum. */
const minBudget = 1_024;

const budgets: Readonly<Record<Exclude<ReasoningEffort, "none">, number>> = {
  minimal: minBudget,
  low: 4_096,
  medium: 12_288,
  high: 24_576,
  xhigh: 32_000,
};

/** The fields of a request without its content. */
export function bedrockSettings(connection: Connection, traits: ModelTraits): JsonRecord {
  const { maxTokens, temperature, settings } = connection;
  const reasoning = reasoningFields(connection, traits);
  // With thinking, Claude accepts no temperature.
  const sendsTemperature = temperature !== undefined && !("thinking" in reasoning);
  const inference = { ...(maxTokens !== undefined && { maxTokens }), ...(sendsTemperature && { temperature }) };
  return {
    inferenceConfig: Object.keys(inference).length > 0 ? inference : undefined,
    additionalModelRequestFields: Object.keys(reasoning).length > 0 ? reasoning : undefined,
    serviceTier: settings.serviceTier ? { type: settings.serviceTier } : undefined,
  };
}

function reasoningFields({ maxTokens, settings }: Connection, traits: ModelTraits): JsonRecord {
  const { reasoningEffort: effort, maxThinkingTokens } = settings;
  if (effort === "none" || (effort === undefined && maxThinkingTokens === undefined)) return {};
  switch (traits.reasoning) {
    case "none":
      return {};
    case "effort":
      return effort ? { reasoning_effort: effort === "minimal" ? "low" : effort === "xhigh" ? "high" : effort } : {};
    case "adaptive":
      return {
        thinking: { type: "adaptive" },
        output_config: effort && { effort: effortFor(effort, traits) },
      };
    case "budget": {
      const requested = maxThinkingTokens ?? budgets[effort ?? "medium"];
      const budget = Math.max(minBudget, Math.min(requested, (maxTokens ?? Number.POSITIVE_INFINITY) - minBudget));
      // The budget is part of the reply limit: without room there is no thinking.
      if (maxTokens !== undefined && budget >= maxTokens) return {};
      return { thinking: { type: "enabled", budget_tokens: budget } };
    }
  }
}

function effortFor(effort: ReasoningEffort, { supportsXhigh }: ModelTraits): string {
  if (effort === "xhigh") return supportsXhigh ? "xhigh" : "max";
  return effort === "minimal" || effort === "none" ? "low" : effort;
}

/** The schema is sent as a string. */
export function outputConfig({ name, schema }: OutputSchema): JsonRecord {
  const structure = { jsonSchema: { name, schema: JSON.stringify(schema) } };
  return { textFormat: { type: "json_schema", structure } };
}

/** For models that do not accept a schema. */
export function outputInstructions({ schema }: OutputSchema): string {
  return `Answer with one JSON object of this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;
}

/** The abilities of a model on Bedrock, by its id. */
export interface ModelTraits {
  /** Where cache points may be set. */
  readonly caches: "everything" | "system" | "nothing";
  /** How reasoning is requested: as a number of tokens, as an effort, or in OpenAI's form. */
  readonly reasoning: "budget" | "adaptive" | "effort" | "none";
  /** Supports the effort `xhigh`. */
  readonly supportsXhigh: boolean;
  /** Tool results may contain images and a failure status. */
  readonly hasRichResults: boolean;
  /** Accepts a schema for its output. */
  readonly takesSchema: boolean;
}

/**
 * Ids may have an inference profile's prefix (`us.`, `eu.`, `apac.`, `global.`) or be in an ARN. The ARN of an
 * application's own profile does not name its model: then no optional ability is used.
 */
export function modelTraits(model: string): ModelTraits {
  const claude = claudeVersion(model);
  if (claude !== undefined) return claudeTraits(claude);
  const isNova = /\bamazon\.nova/.test(model);
  return {
    // Nova caches automatically; a cache point within messages may be rejected, depending on its position.
    caches: isNova ? "system" : "nothing",
    reasoning: /\bopenai\.gpt-oss/.test(model) ? "effort" : "none",
    supportsXhigh: false,
    hasRichResults: isNova,
    takesSchema: /\b(openai|qwen|deepseek|mistral|google|nvidia|minimax|moonshotai?|zai)\./.test(model),
  };
}

function claudeTraits(version: number): ModelTraits {
  return {
    caches: version >= 3.7 || version === haiku35 ? "everything" : "nothing",
    reasoning: version >= 4.6 ? "adaptive" : version >= 3.7 && version !== haiku35 ? "budget" : "none",
    supportsXhigh: version >= 4.7,
    hasRichResults: true,
    takesSchema: version >= 4.5,
  };
}

/** The only model of its generation that caches. */
const haiku35 = 3.55;

/** `claude-3-7-sonnet`, `claude-opus-4-1-2025…`, `claude-sonnet-4-2025…`, `claude-opus-5`; names without a version are new. */
function claudeVersion(model: string): number | undefined {
  const name = /\banthropic\.claude-([a-z0-9-]+)/.exec(model)?.[1];
  if (name === undefined) return undefined;
  if (name.startsWith("3-5-haiku")) return haiku35;
  if (/^(v\d|instant)/.test(name)) return 2;
  const [, major, minor = "0"] = /(?:^|-)(\d)(?:-(\d{1,2}))?(?!\d)/.exec(name) ?? [];
  return major === undefined ? Number.POSITIVE_INFINITY : Number(`${major}.${minor}`);
}
