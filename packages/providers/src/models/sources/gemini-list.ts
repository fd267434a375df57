import { isRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { answer, count } from "../read-model.ts";
import type { ModelSource } from "./model-source.ts";

export const geminiList: ModelSource = {
  async list(ask) {
    const { models } = recordOf(await ask("/models?pageSize=1000"));
    return listOf(models)
      .filter(isRecord)
      .flatMap((model) => {
        const id = textOf(model.name)?.replace(/^models\//, "");
        if (!id || !listOf(model.supportedGenerationMethods).includes("generateContent")) return [];
        return {
          id,
          name: textOf(model.displayName) ?? id,
          ...count("contextWindow", model.inputTokenLimit),
          ...count("maxOutput", model.outputTokenLimit),
          ...answer("reasons", model.thinking),
        };
      });
  },
};
