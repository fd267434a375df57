import type { ChatDialect } from "../../catalog/provider-row.ts";
import type { Connection } from "../../connection.ts";
import { effortFor, isReasoningModel } from "../openai-models.ts";

/** The fields that are the same in every request. */
export function chatSettings(connection: Connection, dialect: ChatDialect): object {
  const { model, maxTokens, temperature, settings } = connection;
  const isOpenAi = dialect.maxTokensName !== undefined && isOwnServer(connection);
  // OpenAI's reasoning models reject a temperature.
  const takesTemperature = !isOpenAi || isReasoningModel(model) !== true;
  return {
    model,
    stream: true,
    stream_options: dialect.refusesStreamOptions ? undefined : { include_usage: true },
    usage: dialect.reportsCost ? { include: true } : undefined,
    [isOpenAi ? "max_completion_tokens" : "max_tokens"]: maxTokens,
    temperature: takesTemperature ? temperature : undefined,
    ...reasoningFields(connection, { dialect, isOpenAi }),
    service_tier: settings.serviceTier || undefined,
  };
}

/** At another URL, a row is a compatible server that may support only the common names. */
function isOwnServer({ row, baseUrl }: Connection): boolean {
  return row.baseUrl === undefined || baseUrl?.host === new URL(row.baseUrl).host;
}

function reasoningFields(
  { model, settings }: Connection,
  { dialect, isOpenAi }: { dialect: ChatDialect; isOpenAi: boolean },
): object {
  const { reasoningEffort: effort, maxThinkingTokens } = settings;
  if (dialect.reasoningField === "none") return {};
  if (dialect.reasoningField === "object") {
    // A budget and an effort at once are rejected.
    if (maxThinkingTokens !== undefined) return { reasoning: { max_tokens: maxThinkingTokens } };
    return effort === undefined ? {} : { reasoning: { effort } };
  }
  if (effort === undefined || (isOpenAi && isReasoningModel(model) === false)) return {};
  return { reasoning_effort: isOpenAi ? effortFor(model, effort) : effort };
}
