import { isRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { count } from "../read-model.ts";
import type { ModelSource } from "./model-source.ts";

/** One page holds every model there is for years to come. */
export const anthropicList: ModelSource = {
  root: (baseUrl) =>
    new URL(baseUrl.pathname.endsWith("/v1") ? baseUrl.href : `${baseUrl.href.replace(/\/+$/, "")}/v1`),
  headers: { "anthropic-version": "2023-06-01" },
  async list(ask) {
    const { data } = recordOf(await ask("/models?limit=1000"));
    return listOf(data)
      .filter(isRecord)
      .flatMap(({ id, display_name: name, max_input_tokens: window, max_tokens: most }) => {
        const known = textOf(id);
        if (!known) return [];
        return {
          id: known,
          name: textOf(name) ?? known,
          ...count("contextWindow", window),
          ...count("maxOutput", most),
        };
      });
  },
};
