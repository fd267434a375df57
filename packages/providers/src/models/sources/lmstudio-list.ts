import { isRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { count } from "../read-model.ts";
import type { ModelSource } from "./model-source.ts";
import { serverOf } from "./ollama-list.ts";

export const lmstudioList: ModelSource = {
  root: serverOf,
  async list(ask) {
    const { data } = recordOf(await ask("/api/v0/models"));
    return listOf(data)
      .filter(isRecord)
      .toSorted((left, right) => Number(right.state === "loaded") - Number(left.state === "loaded"))
      .flatMap((model) => {
        const id = textOf(model.id);
        if (!id || model.type === "embeddings") return [];
        return {
          id,
          name: id,
          ...count("contextWindow", model.loaded_context_length ?? model.max_context_length),
          prices: { input: 0, output: 0 },
          takesImages: model.type === "vlm",
          callsTools: Array.isArray(model.capabilities) ? model.capabilities.includes("tool_use") : undefined,
        };
      });
  },
};
