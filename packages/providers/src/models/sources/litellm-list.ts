import { isRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { booleanField, countField, toRates } from "../read-model.ts";
import type { ModelSource } from "./model-source.ts";
import { serverOf } from "./ollama-list.ts";

/** The proxy's own list has more information than that of chat completions. */
export const litellmList: ModelSource = {
  root: serverOf,
  async list(request) {
    const { data } = recordOf(await request("/model/info"));
    return listOf(data)
      .filter(isRecord)
      .flatMap((model) => {
        const id = textOf(model.model_name);
        const info = recordOf(model.model_info);
        if (!id || !["chat", "responses", undefined].includes(textOf(info.mode))) return [];
        const prices = toRates(
          {
            input: info.input_cost_per_token,
            output: info.output_cost_per_token,
            cacheRead: info.cache_read_input_token_cost,
            cacheWrite: info.cache_creation_input_token_cost,
          },
          1e6,
        );
        return {
          id,
          name: id,
          ...countField("contextWindow", info.max_input_tokens),
          ...countField("maxOutput", info.max_output_tokens),
          prices,
          ...booleanField("takesImages", info.supports_vision),
          ...booleanField("callsTools", info.supports_function_calling),
          ...booleanField("reasons", info.supports_reasoning),
        };
      });
  },
};
