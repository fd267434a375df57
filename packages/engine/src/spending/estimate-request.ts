import type { BudgetEstimate, ModelPrices, ModelRequest, TaskState } from "@roo-code/types";
import type { ContextMeter } from "../context/context-meter.ts";
import type { ContextPorts } from "../context/context-ports.ts";

export interface EstimateParts {
  readonly context: ContextPorts | undefined;
  readonly meter: ContextMeter;
  readonly state: TaskState;
}

/** What a request can use at most: all that it says, and as long a reply as the model can give, at the dearest rate. */
export async function estimateRequest(request: ModelRequest, parts: EstimateParts): Promise<BudgetEstimate> {
  const { systemPrompt, tools, metadata } = request;
  const turns = metadata.purpose === undefined ? 1 : 0;
  const { maxOutput, prices } = (await parts.context?.modelLimits()) ?? {};
  if (maxOutput === undefined) return { turns };
  const input = parts.meter.measure({ systemPrompt, tools, state: parts.state }).total;
  const costUsd = prices && costAtMost(prices, { input, output: maxOutput });
  return { turns, tokens: input + maxOutput, ...(costUsd !== undefined && { costUsd }) };
}

function costAtMost(prices: ModelPrices, { input, output }: { input: number; output: number }): number {
  const rates = prices.tiers?.findLast(({ above }) => input > above) ?? prices;
  const inputRate = Math.max(rates.input, rates.cacheWrite ?? 0);
  const outputRate = Math.max(rates.output, rates.reasoning ?? 0);
  return (input * inputRate + output * outputRate) / 1_000_000;
}
