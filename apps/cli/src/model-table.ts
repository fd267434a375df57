import type { ModelInfo, ModelPrices } from "@roo-code/types";
import { type Cell, table } from "./table.ts";
import { oneLine } from "./terminal-text.ts";

/** One line per model; on a wide terminal with its name, output limit and price of cached input. */
export function modelTable(models: readonly ModelInfo[], width: number): string {
  const isWide = width >= 120;
  const rows = models.map((model) => row(model, isWide));
  return table([head(isWide), ...rows], width);
}

function head(isWide: boolean): Cell[] {
  const [context, input, output] = ["context", "in", "out"].map((right) => ({ right }));
  const cells: (Cell | undefined)[] = isWide
    ? ["model", "name", context, { right: "reply" }, input, output, { right: "cached" }, "can"]
    : ["model", context, input, output, "can"];
  return cells.filter((cell) => cell !== undefined);
}

function row({ id, name, contextWindow, maxOutput, prices, ...abilities }: ModelInfo, isWide: boolean): Cell[] {
  const [window, input] = [{ right: tokens(contextWindow) }, { right: dollars(prices?.input, prices) }];
  const output = { right: dollars(prices?.output, prices) };
  const can = abilitiesOf(abilities);
  const key = oneLine(id, 200);
  if (!isWide) return [key, window, input, output, can];
  const cached = { right: dollars(prices?.cacheRead, undefined) };
  return [key, oneLine(name, 30), window, { right: tokens(maxOutput) }, input, output, cached, can];
}

/** 200000 → 200k, 1048576 → 1M. */
export function tokens(count: number | undefined): string {
  if (count === undefined) return "–";
  if (count >= 999_500) return `${Number((count / 1_000_000).toFixed(1))}M`;
  return count >= 1000 ? `${Math.round(count / 1000)}k` : String(count);
}

/** With a `+` if longer prompts, or other hours, cost more. */
function dollars(rate: number | undefined, prices: ModelPrices | undefined): string {
  if (rate === undefined) return "–";
  if (rate === 0) return "free";
  const more = prices?.tiers || prices?.changes ? "+" : "";
  return `$${Number(rate.toFixed(4))}${more}`;
}

function abilitiesOf({ takesImages, callsTools, reasons }: Partial<ModelInfo>): string {
  return [takesImages && "images", callsTools && "tools", reasons && "thinking"].filter(Boolean).join(" ");
}
