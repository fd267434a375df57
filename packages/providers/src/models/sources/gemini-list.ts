import { isRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { booleanField, countField } from "../read-model.ts";
import type { ModelSource } from "./model-source.ts";

export const geminiList: ModelSource = {
  async list(request) {
    const { models } = recordOf(await request("/models?pageSize=1000"));
    return listOf(models)
      .filter(isRecord)
      .flatMap((model) => {
        const id = textOf(model.name)?.replace(/^models\//, "");
        if (!id || !listOf(model.supportedGenerationMethods).includes("generateContent")) return [];
        return {
          id,
          name: textOf(model.displayName) ?? id,
          ...countField("contextWindow", model.inputTokenLimit),
          ...countField("maxOutput", model.outputTokenLimit),
          ...booleanField("reasons", model.thinking),
        };
      });
  },
};
