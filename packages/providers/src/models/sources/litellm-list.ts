import { isRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { answer, count, toRates } from "../read-model.ts";
import type { ModelSource } from "./model-source.ts";
import { serverOf } from "./ollama-list.ts";

/** The proxy knows more about its models than chat completions' list can say. */
export const litellmList: ModelSource = {
  root: serverOf,
  async list(ask) {
    const { data } = recordOf(await ask("/model/info"));
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
          ...count("contextWindow", info.max_input_tokens),
          ...count("maxOutput", info.max_output_tokens),
          prices,
          ...answer("takesImages", info.supports_vision),
          ...answer("callsTools", info.supports_function_calling),
          ...answer("reasons", info.supports_reasoning),
        };
      });
  },
};
