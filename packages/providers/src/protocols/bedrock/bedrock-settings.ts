import type { OutputSchema, ReasoningEffort } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import type { JsonRecord } from "../../json-value.ts";

/** Claude takes no fewer. */
const minBudget = 1_024;

const budgets: Readonly<Record<Exclude<ReasoningEffort, "none">, number>> = {
  minimal: minBudget,
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
      const budget = Math.max(minBudget, Math.min(wanted, (maxTokens ?? Number.POSITIVE_INFINITY) - minBudget));
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

/** What a model on Bedrock can be asked for, as far as its id tells. */
export interface ModelTraits {
  /** Where cache points may be set. */
  readonly caches: "everything" | "system" | "nothing";
  /** How thought is asked for: as a number of tokens, as a degree, or as OpenAI's models want it. */
  readonly thought: "budget" | "adaptive" | "effort" | "none";
  /** `xhigh` is known as a degree. */
  readonly knowsXhigh: boolean;
  /** Tool results may hold images and say that they failed. */
  readonly hasRichResults: boolean;
  /** Takes a schema for its output. */
  readonly takesSchema: boolean;
}

/**
 * Ids come with an inference profile's prefix (`us.`, `eu.`, `apac.`, `global.`) or in an ARN. An ARN of an
 * application's own profile does not tell its model: such a one is asked for nothing special.
 */
export function modelTraits(model: string): ModelTraits {
  const claude = claudeVersion(model);
  if (claude !== undefined) return claudeTraits(claude);
  const isNova = /\bamazon\.nova/.test(model);
  return {
    // Nova caches by itself; a cache point within messages may be refused, depending on what is before it.
    caches: isNova ? "system" : "nothing",
    thought: /\bopenai\.gpt-oss/.test(model) ? "effort" : "none",
    knowsXhigh: false,
    hasRichResults: isNova,
    takesSchema: /\b(openai|qwen|deepseek|mistral|google|nvidia|minimax|moonshotai?|zai)\./.test(model),
  };
}

function claudeTraits(version: number): ModelTraits {
  return {
    caches: version >= 3.7 || version === haiku35 ? "everything" : "nothing",
    thought: version >= 4.6 ? "adaptive" : version >= 3.7 && version !== haiku35 ? "budget" : "none",
    knowsXhigh: version >= 4.7,
    hasRichResults: true,
    takesSchema: version >= 4.5,
  };
}

/** The one of its generation that caches. */
const haiku35 = 3.55;

/** `claude-3-7-sonnet`, `claude-opus-4-1-2025…`, `claude-sonnet-4-2025…`, `claude-opus-5`; names without one are new. */
function claudeVersion(model: string): number | undefined {
  const name = /\banthropic\.claude-([a-z0-9-]+)/.exec(model)?.[1];
  if (name === undefined) return undefined;
  if (name.startsWith("3-5-haiku")) return haiku35;
  if (/^(v\d|instant)/.test(name)) return 2;
  const [, major, minor = "0"] = /(?:^|-)(\d)(?:-(\d{1,2}))?(?!\d)/.exec(name) ?? [];
  return major === undefined ? Number.POSITIVE_INFINITY : Number(`${major}.${minor}`);
}
