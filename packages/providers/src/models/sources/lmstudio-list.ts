import { isRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { countField } from "../read-model.ts";
import type { ModelSource } from "./model-source.ts";
import { serverOf } from "./ollama-list.ts";

export const lmstudioList: ModelSource = {
  root: serverOf,
  async list(request) {
    const { data } = recordOf(await request("/api/v0/models"));
    return listOf(data)
      .filter(isRecord)
      .toSorted((left, right) => Number(right.state === "loaded") - Number(left.state === "loaded"))
      .flatMap((model) => {
        const id = textOf(model.id);
        if (!id || model.type === "embeddings") return [];
        return {
          id,
          name: id,
          ...countField("contextWindow", model.loaded_context_length ?? model.max_context_length),
          prices: { input: 0, output: 0 },
          takesImages: model.type === "vlm",
          callsTools: Array.isArray(model.capabilities) ? model.capabilities.includes("tool_use") : undefined,
        };
      });
  },
};
