import type { ChatDialect } from "../../catalog/provider-row.ts";
import type { Connection } from "../../connection.ts";
import { effortFor, isReasoningModel } from "../openai-models.ts";

/** The fields of a request that stay the same for every message. */
export function chatSettings(connection: Connection, dialect: ChatDialect): object {
  const { model, maxTokens, temperature, settings } = connection;
  const isOpenAi = dialect.maxTokensName !== undefined && isOwnServer(connection);
  // OpenAI's models that think refuse a temperature.
  const takesTemperature = !isOpenAi || isReasoningModel(model) !== true;
  return {
    model,
    stream: true,
    ...(!dialect.refusesStreamOptions && { stream_options: { include_usage: true } }),
    ...(dialect.reportsCost && { usage: { include: true } }),
    ...(maxTokens !== undefined && { [isOpenAi ? "max_completion_tokens" : "max_tokens"]: maxTokens }),
    ...(temperature !== undefined && takesTemperature && { temperature }),
    ...thoughtField(connection, { dialect, isOpenAi }),
    ...(settings.serviceTier && { service_tier: settings.serviceTier }),
  };
}

/** Behind another address than its own, a row is some compatible server that may know only the common names. */
function isOwnServer({ row, baseUrl }: Connection): boolean {
  return row.baseUrl === undefined || baseUrl?.host === new URL(row.baseUrl).host;
}

function thoughtField(
  { model, settings }: Connection,
  { dialect, isOpenAi }: { dialect: ChatDialect; isOpenAi: boolean },
): object {
  const { reasoningEffort: effort, maxThinkingTokens } = settings;
  if (dialect.thought === "none") return {};
  if (dialect.thought === "object") {
    // A number and a word at once are refused.
    if (maxThinkingTokens !== undefined) return { reasoning: { max_tokens: maxThinkingTokens } };
    return effort === undefined ? {} : { reasoning: { effort } };
  }
  if (effort === undefined || (isOpenAi && isReasoningModel(model) === false)) return {};
  return { reasoning_effort: isOpenAi ? effortFor(model, effort) : effort };
}
