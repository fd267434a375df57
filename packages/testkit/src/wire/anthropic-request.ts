import { fields, list, refuse } from "./anthropic-fields.ts";
import { readTurns } from "./anthropic-turns.ts";
import type { WireRequest } from "./served-format.ts";
import type { Fields } from "./strict-fields.ts";

const knownFields = new Set([
  "model",
  "anthropic_version",
  "max_tokens",
  "messages",
  "system",
  "tools",
  "tool_choice",
  "stream",
  "temperature",
  "thinking",
  "output_config",
  "service_tier",
  "metadata",
  "stop_sequences",
  "top_p",
  "top_k",
]);

/** A request as Anthropic reads it. Throws where the vendor would answer 400. */
export function readMessagesRequest({ path, body }: { path: string; body: Fields }): WireRequest {
  refuse(!/^\/v1\/messages(\?|$)/.test(path), `unknown path: ${path}`);
  for (const field of Object.keys(body)) refuse(!knownFields.has(field), `${field}: Extra inputs are not permitted`);
  const { model, max_tokens: maxTokens, system, messages } = body;
  refuse(typeof model !== "string" || model === "", "model: Field required");
  refuse(!Number.isInteger(maxTokens) || Number(maxTokens) < 1, "max_tokens: Input should be greater than 0");
  refuse(body.stream !== true, "stream: must be true");
  checkText(body);
  checkThinking(body);
  refuse(countBreakpoints(body) > 4, "a maximum of 4 blocks with cache_control may be provided");
  return { model: String(model), system: readSystem(system), messages: readTurns(messages), tools: readTools(body) };
}

/** Thinking needs room in the reply, and excludes a temperature and a forced call. */
function checkThinking({ thinking, temperature, max_tokens: maxTokens, tool_choice: choice }: Fields): void {
  const hasTemperature = temperature !== undefined;
  refuse(hasTemperature && !(Number(temperature) >= 0 && Number(temperature) <= 1), "temperature: range: 0..1");
  const { type = "disabled", budget_tokens: budget } = fields(thinking);
  refuse(!["disabled", "enabled", "adaptive"].includes(String(type)), "thinking: unknown type");
  if (type === "disabled") return;
  refuse(hasTemperature && temperature !== 1, "`temperature` may only be set to 1 when thinking is enabled");
  if (type !== "enabled") return;
  refuse(!Number.isInteger(budget) || Number(budget) < 1024, "thinking.budget_tokens: should be at least 1024");
  refuse(Number(budget) >= Number(maxTokens), "`max_tokens` must be greater than `thinking.budget_tokens`");
  const isForced = ["any", "tool"].includes(String(fields(choice).type));
  refuse(isForced, "Thinking may not be enabled when tool_choice forces tool use.");
}

function readSystem(system: unknown): string {
  if (system === undefined || typeof system === "string") return system ?? "";
  refuse(!Array.isArray(system), "system: Input should be a valid list");
  const texts = list(system).map((block) => fields(block).text);
  refuse(
    texts.some((text) => typeof text !== "string" || text.trim() === ""),
    "system: text content blocks must be non-empty",
  );
  return texts.join("\n\n");
}

function readTools({ tools, tool_choice: choice }: Fields): string[] {
  const names = list(tools).map((tool) => {
    const { name, input_schema: schema } = fields(tool);
    refuse(!/^[a-zA-Z0-9_-]{1,128}$/.test(String(name)), "tools: name should match '^[a-zA-Z0-9_-]{1,128}$'");
    refuse(fields(schema).type !== "object", "tools: input_schema.type: Input should be 'object'");
    const hasAlternatives = ["oneOf", "allOf", "anyOf"].some((keyword) => keyword in fields(schema));
    refuse(hasAlternatives, "input_schema does not support oneOf, allOf, or anyOf at the top level");
    return String(name);
  });
  refuse(new Set(names).size < names.length, "tools: Tool names must be unique.");
  const { type, name } = fields(choice);
  refuse(type === "tool" && !names.includes(String(name)), `Tool '${String(name)}' not found in provided tools`);
  return names;
}

/** JSON can hold halves of surrogate pairs, Unicode cannot. */
function checkText(value: unknown): void {
  if (typeof value === "string") refuse(!value.isWellFormed(), "The request body is not valid JSON: lone surrogate");
  else if (typeof value === "object" && value !== null) Object.values(value).forEach(checkText);
}

function countBreakpoints(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = "cache_control" in value ? 1 : 0;
  return Object.values(value).reduce((sum: number, inner) => sum + countBreakpoints(inner), own);
}
