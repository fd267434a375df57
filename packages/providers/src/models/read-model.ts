import { type ModelInfo, type ModelPrices, type ReasoningEffort, type TokenRates } from "@roo-code/types";
import { countOf, isRecord, listOf, recordOf, textOf } from "../json-value.ts";

/** Reads a model from a file that may have been edited; undefined if it is invalid. */
export function readModel(value: unknown): ModelInfo | undefined {
  const { id, name, contextWindow, maxOutput, prices, takesImages, callsTools, reasons, efforts } = recordOf(value);
  const modelId = textOf(id);
  if (!modelId) return undefined;
  const rates = readPrices(prices);
  const levels = listOf(efforts).filter(isEffort);
  return {
    id: modelId,
    name: textOf(name) ?? modelId,
    ...countField("contextWindow", contextWindow),
    ...countField("maxOutput", maxOutput),
    prices: rates,
    ...booleanField("takesImages", takesImages),
    ...booleanField("callsTools", callsTools),
    ...booleanField("reasons", reasons),
    efforts: levels.length > 0 ? levels : undefined,
  };
}

export function countField<Name extends string>(name: Name, value: unknown): { [Key in Name]?: number } {
  return countOf(value) > 0 ? fieldOf(name, countOf(value)) : {};
}

export function booleanField<Name extends string>(name: Name, value: unknown): { [Key in Name]?: boolean } {
  return typeof value === "boolean" ? fieldOf(name, value) : {};
}

function fieldOf<Name extends string, Value>(name: Name, value: Value): { [Key in Name]?: Value } {
  const field: { [Key in Name]?: Value } = {};
  field[name] = value;
  return field;
}

const effortNames: readonly string[] = ["none", "minimal", "low", "medium", "high", "xhigh"];

function isEffort(value: unknown): value is ReasoningEffort {
  return typeof value === "string" && effortNames.includes(value);
}

/** Vendors' lists have no tiers and no price changes, so none are read. */
function readPrices(value: unknown): ModelPrices | undefined {
  return isRecord(value) ? toRates(value, 1) : undefined;
}

/** Rates per million tokens from numbers or strings in another unit; undefined unless input and output are known. */
export function toRates(
  value: Readonly<Record<keyof TokenRates, unknown>> | object,
  factor: number,
): TokenRates | undefined {
  const { input, output, cacheRead, cacheWrite, reasoning } = recordOf(value);
  const [inputRate, outputRate] = [rateOf(input, factor), rateOf(output, factor)];
  if (inputRate === undefined || outputRate === undefined) return undefined;
  return {
    input: inputRate,
    output: outputRate,
    ...optional("cacheRead", rateOf(cacheRead, factor)),
    ...optional("cacheWrite", rateOf(cacheWrite, factor)),
    ...optional("reasoning", rateOf(reasoning, factor)),
  };
}

/** Zero for one kind of tokens means that its price is unknown. */
function optional<Name extends string>(name: Name, rate: number | undefined): { [Key in Name]?: number } {
  return rate !== undefined && rate > 0 ? fieldOf(name, rate) : {};
}

/** Rounded, because 0.000003 × 1,000,000 is not exactly 3. */
function rateOf(value: unknown, factor: number): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number) || number < 0) return undefined;
  return Math.round(number * factor * 1e6) / 1e6;
}
