import { type Profile, profileSchema } from "@roo-code/types";
import { hasSecretShape } from "../../secrets/secret-shape.ts";
import { numberOf, type Plain, textOf } from "../plain-value.ts";
import { holdsSecret, isReference, isSecretName } from "../secret-value.ts";
import { commonFields, type ProviderFields, providerFields, secretFields } from "./provider-fields.ts";
import { awsDocument, resolveSwitches, withSwitches } from "./provider-switches.ts";

export interface ReadProfile {
  /** Including its secrets. */
  readonly profile: Profile;
  /** Field → secret, for secrets of other providers. */
  readonly strays: ReadonlyMap<string, string>;
  /** Fields that were skipped because they contain secrets. */
  readonly dropped: readonly string[];
}

/** A profile of Roo Code in our format: known fields under our names, the rest unchanged. */
export function toProfile(rooProfile: Plain): ReadProfile {
  const config = resolveSwitches({ ...rooProfile, apiProvider: textOf(rooProfile.apiProvider) ?? "anthropic" });
  const fields = fieldsOf(textOf(config.apiProvider) ?? "");
  const { kept, strays, dropped } = sortFields(config, fields);
  const read = profileSchema.safeParse({
    ...withOurNames(kept, fields),
    apiProvider: providerOf(config),
    apiModelId: (fields.model && textOf(config[fields.model])) ?? textOf(config.apiModelId),
    apiBaseUrl: (fields.baseUrl && textOf(config[fields.baseUrl])) ?? textOf(config.apiBaseUrl),
    maxTokens: wholeNumber(config.modelMaxTokens),
    temperature: inRange(config.modelTemperature),
    apiKey: fields.keys?.map((field) => textOf(config[field])).find((value) => value !== undefined),
    ...credentialsOf(config),
  });
  const usable = read.success ? read.data : profileSchema.parse({ apiProvider: providerOf(config) });
  return { profile: withoutUndefined(usable), strays, dropped };
}

/** The profile in Roo Code's format, without secrets. */
export function fromProfile(profile: Profile): Plain {
  const { apiProvider, apiModelId, apiBaseUrl, apiKey, maxTokens, temperature, ...rest } = profile;
  const { apiBaseUrl: url, ...config } = withSwitches({
    apiProvider: theirNames.get(apiProvider) ?? apiProvider,
    apiBaseUrl,
  });
  const fields = fieldsOf(textOf(config.apiProvider) ?? "");
  const [keyField] = fields.keys ?? [];
  const isSafe = apiKey !== undefined && isReference(apiKey);
  return withoutUndefined({
    ...withTheirNames(rest, fields),
    ...config,
    [fields.model ?? "apiModelId"]: apiModelId,
    [fields.baseUrl ?? "apiBaseUrl"]: url,
    ...(isSafe && { [keyField ?? "apiKey"]: apiKey }),
    modelMaxTokens: maxTokens,
    modelTemperature: temperature,
  });
}

const theirNames: ReadonlyMap<string, string> = new Map([
  ["openai-compatible", "openai"],
  ["vertex-claude", "vertex"],
]);

function fieldsOf(provider: string): ProviderFields {
  const isOpenAi = provider === "azure" || provider === "openai-compatible";
  return providerFields[isOpenAi ? "openai" : provider] ?? {};
}

/** In Roo Code `vertex` covers every model; here each wire format has its own provider. */
function providerOf({ apiProvider, apiModelId }: Plain): unknown {
  return apiProvider === "vertex" && textOf(apiModelId)?.startsWith("claude") ? "vertex-claude" : apiProvider;
}

/** Credentials given inline instead of by path. */
function credentialsOf({ apiProvider, ...config }: Plain): Pick<Profile, "credentials"> {
  const document =
    apiProvider === "bedrock" && config.awsProfile === undefined
      ? awsDocument({
          accessKey: config.awsAccessKey,
          secretKey: config.awsSecretKey,
          sessionToken: config.awsSessionToken,
        })
      : apiProvider === "vertex"
        ? textOf(config.vertexJsonCredentials)
        : undefined;
  return document === undefined ? {} : { credentials: document };
}

/** The other fields under our names if equivalent; invalid values are skipped. */
function withOurNames(kept: Plain, fields: ProviderFields): Plain {
  const names = new Map(Object.entries({ ...commonFields, ...fields.others }).map(([ours, theirs]) => [theirs, ours]));
  return Object.fromEntries(
    Object.entries(kept).flatMap(([theirs, original]) => {
      const ours = names.get(theirs);
      if (ours === undefined) return [[theirs, original]];
      const value = original === "disable" ? "none" : original;
      return profileSchema.safeParse({ apiProvider: "any", [ours]: value }).success ? [[ours, value]] : [];
    }),
  );
}

function withTheirNames(rest: Plain, fields: ProviderFields): Plain {
  const names: Readonly<Record<string, string>> = { ...commonFields, ...fields.others };
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [names[name] ?? name, value]));
}

interface SortedFields {
  readonly kept: Plain;
  readonly strays: Map<string, string>;
  readonly dropped: string[];
}

function sortFields(config: Plain, fields: ProviderFields): SortedFields {
  const mapped = new Set(["id", "apiProvider", "apiModelId", "apiBaseUrl", "modelMaxTokens", "modelTemperature"]);
  for (const field of [fields.model, fields.baseUrl, ...(fields.keys ?? []), ...(fields.secrets ?? [])])
    if (field !== undefined) mapped.add(field);
  const sorted: SortedFields = { kept: {}, strays: new Map(), dropped: [] };
  for (const [name, value] of Object.entries(config)) {
    if (mapped.has(name) || value === null || value === undefined || value === "") continue;
    if (typeof value === "string" && isSecret(name, value)) sorted.strays.set(name, value);
    else if (name !== fields.others?.headers && typeof value === "object" && holdsSecret(value))
      sorted.dropped.push(name);
    else sorted.kept[name] = value;
  }
  return sorted;
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
