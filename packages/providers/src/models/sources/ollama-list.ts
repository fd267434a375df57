import type { ModelInfo } from "@roo-code/types";
import { isRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { count } from "../read-model.ts";
import type { AskServer, ModelSource } from "./model-source.ts";

/** The list names the models, a question for each tells what it can do. */
export const ollamaList: ModelSource = {
  root: serverOf,
  async list(ask) {
    const { models } = recordOf(await ask("/api/tags"));
    const names = listOf(models).flatMap((model) => textOf(recordOf(model).model ?? recordOf(model).name) ?? []);
    const shown = await Promise.all(names.map((name) => show(ask, name)));
    return shown.flatMap((model) => model ?? []);
  },
};

/** Its own interface is not below the `/v1` that chat completions are under. */
export function serverOf(baseUrl: URL): URL {
  return new URL(baseUrl.href.replace(/\/(v1|api)\/?$/, ""));
}

async function show(ask: AskServer, id: string): Promise<ModelInfo | undefined> {
  const { capabilities, model_info: details } = recordOf(await ask("/api/show", { body: { model: id } }));
  const abilities = Array.isArray(capabilities) ? capabilities : undefined;
  if (abilities && !abilities.includes("completion")) return undefined;
  const window = Object.entries(isRecord(details) ? details : {}).find(([key]) => key.endsWith(".context_length"));
  return {
    id,
    name: id,
    ...count("contextWindow", window?.[1]),
    prices: { input: 0, output: 0 },
    ...(abilities && {
      takesImages: abilities.includes("vision"),
      callsTools: abilities.includes("tools"),
      reasons: abilities.includes("thinking"),
    }),
  };
}
