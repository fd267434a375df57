import type { ModelInfo } from "@roo-code/types";
import { isRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { answer, count, toRates } from "../read-model.ts";
import type { ModelSource } from "./model-source.ts";

type Listed = Readonly<Record<string, unknown>>;

/** `GET /models` as OpenAI made it; others add to each model what they know of it, each in its own words. */
export const openAiList: ModelSource = sourceWith(() => ({}));

/** OpenRouter, and Vercel's gateway in almost the same words: prices are digits, in dollars per token. */
export const gatewayList: ModelSource = sourceWith(({ pricing }) => {
  const { prompt, input = prompt, completion, output = completion, ...rest } = recordOf(pricing);
  const cached = { cacheRead: rest.input_cache_read, cacheWrite: rest.input_cache_write };
  return pricesOf({ input, output, ...cached, reasoning: rest.internal_reasoning }, 1e6);
});

/** Requesty and Unbound: flat, in dollars per token. */
export const routerList: ModelSource = sourceWith((model) =>
  pricesOf(
    {
      input: model.input_price,
      output: model.output_price,
      cacheRead: model.cached_price,
      cacheWrite: model.caching_price,
    },
    1e6,
  ),
);

/** Together: in dollars per million. */
export const togetherList: ModelSource = sourceWith(({ pricing }) => {
  const { input, output, cached_input: cacheRead } = recordOf(pricing);
  return pricesOf({ input, output, cacheRead }, 1);
});

function sourceWith(prices: (model: Listed) => Pick<ModelInfo, "prices">): ModelSource {
  return {
    async list(ask) {
      const answered = await ask("/models");
      const models = Array.isArray(answered) ? answered : listOf(recordOf(answered).data);
      return models.filter(isRecord).flatMap((model) => {
        const info = commonOf(model);
        return info && isForChat(model, info.id) ? { ...info, ...prices(model) } : [];
      });
    },
  };
}

function pricesOf(values: object, factor: number): Pick<ModelInfo, "prices"> {
  const prices = toRates(values, factor);
  return prices ? { prices } : {};
}

function commonOf(model: Listed): ModelInfo | undefined {
  const id = textOf(model.id);
  if (!id) return undefined;
  const window = model.context_length ?? model.context_window ?? model.max_context_length ?? model.max_model_len;
  const most =
    model.max_output_tokens ?? model.max_completion_tokens ?? recordOf(model.top_provider).max_completion_tokens;
  return {
    id,
    name: textOf(model.name) ?? textOf(model.display_name) ?? id,
    ...count("contextWindow", window),
    ...count("maxOutput", most),
    ...abilitiesOf(model),
  };
}

function abilitiesOf(model: Listed): Partial<ModelInfo> {
  const modalities = recordOf(model.architecture).input_modalities;
  const parameters = model.supported_parameters;
  const capabilities = recordOf(model.capabilities);
  const tags = model.tags;
  return {
    ...answer(
      "takesImages",
      has(modalities, "image") ?? has(tags, "vision") ?? model.supports_vision ?? capabilities.vision,
    ),
    ...answer("callsTools", has(parameters, "tools") ?? has(tags, "tool-use") ?? capabilities.function_calling),
    ...answer("reasons", has(parameters, "reasoning") ?? has(tags, "reasoning") ?? model.supports_reasoning),
  };
}

/** undefined where there is no list to look in. */
function has(list: unknown, word: string): boolean | undefined {
  return Array.isArray(list) ? list.includes(word) : undefined;
}

const otherTypes = /^(embedding|image|video|audio|rerank|moderation|transcribe|transcription|speech|code-?search)/;
const otherNames =
  /embed|whisper|tts|dall-e|imagen?\b|moderation|transcri|realtime|rerank|stable-diffusion|flux|sora|veo-|speech|davinci|babbage/i;

/** Lists hold embeddings, voices and pictures too. */
function isForChat({ type, capabilities }: Listed, id: string): boolean {
  if (recordOf(capabilities).completion_chat === false) return false;
  return !otherTypes.test(textOf(type) ?? "") && !otherNames.test(id);
}
