import { isRecord, listOf, type Plain, textOf } from "../plain-value.ts";
import { profileFields, providerFields } from "./provider-fields.ts";

/**
 * Roo Code's profiles as far as its open state knows them: a list with provider and model each, and all fields of the
 * one that is in use. The profiles themselves are with the keys.
 */
export function profilesOfState(state: Plain): Plain {
  const current = textOf(state.currentApiConfigName) ?? "default";
  const metas = listOf(state.listApiConfigMeta).filter(isRecord);
  const configs = metas.flatMap((meta) => {
    const name = textOf(meta.name);
    return name === undefined ? [] : [[name, { ...configOf(meta), ...(name === current && fieldsOf(state)) }] as const];
  });
  const hasCurrent = configs.some(([name]) => name === current) || textOf(state.apiProvider) === undefined;
  const all = hasCurrent ? configs : [...configs, [current, fieldsOf(state)] as const];
  return { currentApiConfigName: current, apiConfigs: Object.fromEntries(all) };
}

function configOf(meta: Plain): Plain {
  const provider = textOf(meta.apiProvider) ?? "anthropic";
  const modelField = providerFields[provider]?.model ?? "apiModelId";
  return { apiProvider: provider, [modelField]: meta.modelId, ...(meta.id !== undefined && { id: meta.id }) };
}

/** Only of the provider in use: the state keeps what was once set for others. */
function fieldsOf(state: Plain): Plain {
  const own = providerFields[textOf(state.apiProvider) ?? ""] ?? {};
  const others = Object.values(providerFields).filter((fields) => fields !== own);
  const foreign = new Set(others.flatMap(({ model, baseUrl }) => [model, baseUrl]));
  return Object.fromEntries(Object.entries(state).filter(([key]) => profileFields.has(key) && !foreign.has(key)));
}
