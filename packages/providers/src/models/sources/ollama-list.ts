import type { ModelInfo } from "@roo-code/types";
import { isRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { countField } from "../read-model.ts";
import type { ModelSource, RequestJson } from "./model-source.ts";

/** The list has the names; the abilities need one request per model. */
export const ollamaList: ModelSource = {
  root: serverOf,
  async list(request) {
    const { models } = recordOf(await request("/api/tags"));
    const names = listOf(models).flatMap((model) => textOf(recordOf(model).model ?? recordOf(model).name) ?? []);
    const shown = await Promise.all(names.map((name) => show(request, name)));
    return shown.flatMap((model) => model ?? []);
  },
};

/** Its native API is not below the `/v1` of chat completions. */
export function serverOf(baseUrl: URL): URL {
  return new URL(baseUrl.href.replace(/\/(v1|api)\/?$/, ""));
}

async function show(request: RequestJson, id: string): Promise<ModelInfo | undefined> {
  const { capabilities, model_info: details } = recordOf(await request("/api/show", { body: { model: id } }));
  const abilities = Array.isArray(capabilities) ? capabilities : undefined;
  if (abilities && !abilities.includes("completion")) return undefined;
  const window = Object.entries(isRecord(details) ? details : {}).find(([key]) => key.endsWith(".context_length"));
  return {
    id,
    name: id,
    ...countField("contextWindow", window?.[1]),
    prices: { input: 0, output: 0 },
    takesImages: abilities?.includes("vision"),
    callsTools: abilities?.includes("tools"),
    reasons: abilities?.includes("thinking"),
  };
}
