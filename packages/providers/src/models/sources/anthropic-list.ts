import { isRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { countField } from "../read-model.ts";
import type { ModelSource } from "./model-source.ts";

/** One page of this size has room for all models. */
export const anthropicList: ModelSource = {
  root: (baseUrl) =>
    new URL(baseUrl.pathname.endsWith("/v1") ? baseUrl.href : `${baseUrl.href.replace(/\/+$/, "")}/v1`),
  headers: { "anthropic-version": "2023-06-01" },
  async list(request) {
    const { data } = recordOf(await request("/models?limit=1000"));
    return listOf(data)
      .filter(isRecord)
      .flatMap(({ id, display_name: name, max_input_tokens: window, max_tokens: maxOutput }) => {
        const known = textOf(id);
        if (!known) return [];
        return {
          id: known,
          name: textOf(name) ?? known,
          ...countField("contextWindow", window),
          ...countField("maxOutput", maxOutput),
        };
      });
  },
};
