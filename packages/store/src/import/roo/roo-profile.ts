import { type Profile, profileSchema } from "@roo-code/types";
import { numberOf, type Plain, textOf } from "../plain-value.ts";
import { hasSecretShape, holdsSecret, isReference, isSecretName } from "../secret-value.ts";
import { commonFields, type ProviderFields, providerFields, secretFields } from "./provider-fields.ts";

export interface ReadProfile {
  readonly profile: Profile;
  /** Field → secret; `apiKey` is the profile's own key. */
  readonly keys: ReadonlyMap<string, string>;
  /** Fields that were left behind because of what they hold. */
  readonly dropped: readonly string[];
}

/** One of Roo Code's profiles in our form: what we know by our names, the rest under its own. */
export function toProfile(config: Plain): ReadProfile {
  const apiProvider = providerOf(config);
  const fields = providerFields[textOf(config.apiProvider) ?? "anthropic"] ?? {};
  const keys = new Map<string, string>();
  const key = fields.keys?.map((field) => textOf(config[field])).find((value) => value !== undefined);
  if (key !== undefined && !isReference(key)) keys.set("apiKey", key);
  const extras = extrasOf(config, fields, keys);
  const profile = profileSchema.safeParse({
    ...withOurNames(extras.kept, fields),
    apiProvider,
    apiModelId: (fields.model && textOf(config[fields.model])) ?? textOf(config.apiModelId),
    apiBaseUrl: (fields.baseUrl && textOf(config[fields.baseUrl])) ?? textOf(config.apiBaseUrl),
    maxTokens: wholeNumber(config.modelMaxTokens),
    temperature: inRange(config.modelTemperature),
    ...(key !== undefined && isReference(key) && { apiKey: key }),
  });
  const usable = profile.success ? profile.data : profileSchema.parse({ apiProvider });
  return { profile: withoutUndefined(usable), keys, dropped: extras.dropped };
}

const theirNames: ReadonlyMap<string, string> = new Map([
  ["openai-compatible", "openai"],
  ["vertex-claude", "vertex"],
]);

/** The same profile in Roo Code's form, without any secret. */
export function fromProfile(profile: Profile): Plain {
  const { apiProvider, apiModelId, apiBaseUrl, apiKey, maxTokens, temperature, ...rest } = profile;
  const provider = theirNames.get(apiProvider) ?? apiProvider;
  const fields = providerFields[provider] ?? {};
  const extras = withTheirNames(rest, fields);
  const [keyField] = fields.keys ?? [];
  const isSafe = apiKey !== undefined && isReference(apiKey);
  return withoutUndefined({
    ...extras,
    apiProvider: provider,
    [fields.model ?? "apiModelId"]: apiModelId,
    ...(fields.baseUrl !== undefined && { [fields.baseUrl]: apiBaseUrl }),
    ...(fields.baseUrl === undefined && { apiBaseUrl }),
    ...(isSafe && { [keyField ?? "apiKey"]: apiKey }),
    modelMaxTokens: maxTokens,
    modelTemperature: temperature,
  });
}

/** The rest under our names, where it means the same there and here; a value that we do not know is left out. */
function withOurNames(kept: Plain, fields: ProviderFields): Plain {
  const names = new Map(Object.entries({ ...commonFields, ...fields.others }).map(([ours, theirs]) => [theirs, ours]));
  return Object.fromEntries(
    Object.entries(kept).flatMap(([theirs, given]) => {
      const ours = names.get(theirs);
      if (ours === undefined) return [[theirs, given]];
      const value = given === "disable" ? "none" : given;
      return profileSchema.safeParse({ apiProvider: "any", [ours]: value }).success ? [[ours, value]] : [];
    }),
  );
}

function withTheirNames(rest: Plain, fields: ProviderFields): Plain {
  const names: Readonly<Record<string, string>> = { ...commonFields, ...fields.others };
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [names[name] ?? name, value]));
}

/** An Anthropic key left from before another provider was chosen: not this profile's key. */
const otherKey = "anthropicApiKey";

/** There, `openai` is any server that speaks the format. */
function providerOf(config: Plain): string {
  const provider = textOf(config.apiProvider) ?? "anthropic";
  // There, one name stands for all that Google's cloud serves; here, each wire format has its own.
  if (provider === "vertex" && textOf(config.apiModelId)?.startsWith("claude")) return "vertex-claude";
  if (provider !== "openai") return provider;
  const url = textOf(config.openAiBaseUrl);
  return url === undefined || /^https:\/\/api\.openai\.com(\/|$)/.test(url) ? "openai" : "openai-compatible";
}

function extrasOf(
  config: Plain,
  fields: ProviderFields,
  keys: Map<string, string>,
): { kept: Plain; dropped: string[] } {
  const mapped = new Set([
    "id",
    "apiProvider",
    "apiModelId",
    "modelMaxTokens",
    "modelTemperature",
    fields.model,
    fields.baseUrl,
  ]);
  const kept: Plain = {};
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(config)) {
    if (mapped.has(name) || value === null || value === undefined || value === "") continue;
    if (fields.keys?.includes(name)) continue;
    if (typeof value === "string" && isSecret(name, value)) keys.set(name === "apiKey" ? otherKey : name, value);
    else if (typeof value === "object" && holdsSecret(value)) dropped.push(name);
    else kept[name] = value;
  }
  return { kept, dropped };
}

function isSecret(name: string, value: string): boolean {
  return !isReference(value) && (secretFields.has(name) || isSecretName(name) || hasSecretShape(value));
}

function wholeNumber(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && Number.isInteger(number) && number > 0 ? number : undefined;
}

function inRange(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number >= 0 && number <= 2 ? number : undefined;
}

function withoutUndefined<Value extends Plain>(value: Value): Value {
  for (const key of Object.keys(value)) if (value[key] === undefined) delete value[key];
  return value;
}
