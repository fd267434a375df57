import type { ApiChunk, ModelPrices, Usage } from "@roo-code/types";
import { priceUsage } from "./price-usage.ts";
import { pricesAt } from "./prices-at.ts";

export interface Pricing {
  /** Called when the reply has begun, so that no request waits for it. Must not reject. */
  readonly load: () => Promise<ModelPrices | undefined>;
  readonly now: () => number;
}

/** The chunks of a reply, with a price on the usage that came without one, and what `remark` has to say of it. */
export async function* priceChunks(
  chunks: AsyncIterable<ApiChunk>,
  { load, now }: Pricing,
  remark: (usage: Usage, prices: ModelPrices | undefined) => ApiChunk | undefined = () => undefined,
): AsyncGenerator<ApiChunk> {
  let loading: Promise<ModelPrices | undefined> | undefined;
  for await (const chunk of chunks) {
    loading ??= load();
    if (chunk.type !== "usage") {
      yield chunk;
      continue;
    }
    const known = await loading;
    const prices = known && pricesAt(known, now());
    const costUsd = chunk.usage.costUsd ?? priceUsage(chunk.usage, prices);
    yield { type: "usage", usage: { ...chunk.usage, costUsd } };
    const said = remark(chunk.usage, prices);
    if (said) yield said;
  }
}
