import type { ModelInfo } from "@roo-code/types";
import { isRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { booleanField, countField, toRates } from "../read-model.ts";
import type { ModelSource } from "./model-source.ts";

type Listed = Readonly<Record<string, unknown>>;

/** `GET /models` as OpenAI defined it; other vendors add fields to each model. */
export const openAiList: ModelSource = sourceWith(() => ({}));

/** OpenRouter and Vercel's gateway, with almost the same fields: prices are strings, in dollars per token. */
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
    async list(request) {
      const response = await request("/models");
      const models = Array.isArray(response) ? response : listOf(recordOf(response).data);
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
  const maxOutput =
    model.max_output_tokens ?? model.max_completion_tokens ?? recordOf(model.top_provider).max_completion_tokens;
  return {
    id,
    name: textOf(model.name) ?? textOf(model.display_name) ?? id,
    ...countField("contextWindow", window),
    ...countField("maxOutput", maxOutput),
    ...abilitiesOf(model),
  };
}

function abilitiesOf(model: Listed): Partial<ModelInfo> {
  const modalities = recordOf(model.architecture).input_modalities;
  const parameters = model.supported_parameters;
  const capabilities = recordOf(model.capabilities);
  const tags = model.tags;
  return {
    ...booleanField(
      "takesImages",
      has(modalities, "image") ?? has(tags, "vision") ?? model.supports_vision ?? capabilities.vision,
    ),
    ...booleanField("callsTools", has(parameters, "tools") ?? has(tags, "tool-use") ?? capabilities.function_calling),
    ...booleanField("reasons", has(parameters, "reasoning") ?? has(tags, "reasoning") ?? model.supports_reasoning),
  };
}

/** undefined if there is no list. */
function has(list: unknown, item: string): boolean | undefined {
  return Array.isArray(list) ? list.includes(item) : undefined;
}

const otherTypes = /^(embedding|image|video|audio|rerank|moderation|transcribe|transcription|speech|code-?search)/;
const otherNames =
  /embed|whisper|tts|dall-e|imagen?\b|moderation|transcri|realtime|rerank|stable-diffusion|flux|sora|veo-|speech|davinci|babbage/i;

/** Lists contain models for embeddings, speech and images, too. */
function isForChat({ type, capabilities }: Listed, id: string): boolean {
  if (recordOf(capabilities).completion_chat === false) return false;
  return !otherTypes.test(textOf(type) ?? "") && !otherNames.test(id);
}
