import { type Profile, reasoningEfforts } from "@roo-code/types";
import type { ApiProvider, ProfileView } from "@roo-code/types/api";

/** The form of a profile; numbers are text while they are edited. */
export interface ProfileForm {
  /** The saved name; undefined for a new profile. */
  readonly original: string | undefined;
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly address: string;
  readonly key: string;
  readonly hasKey: boolean;
  readonly reasoningEffort: string;
  readonly temperature: string;
  readonly maxTokens: string;
  readonly fallback: readonly string[];
  readonly isDefault: boolean;
  readonly modes: readonly string[];
  /** Fields that the form does not show. */
  readonly rest: Partial<Profile>;
}

export function emptyForm(provider?: ApiProvider): ProfileForm {
  return {
    original: undefined,
    name: provider?.label ?? "",
    provider: provider?.id ?? "",
    model: provider?.defaultModel ?? "",
    address: "",
    key: "",
    hasKey: false,
    reasoningEffort: "",
    temperature: "",
    maxTokens: "",
    fallback: [],
    isDefault: false,
    modes: [],
    rest: {},
  };
}

export function formOf({ name, profile, hasKey, isDefault, modes }: ProfileView): ProfileForm {
  const { apiProvider, apiModelId, apiBaseUrl, reasoningEffort, temperature, maxTokens, fallback, ...rest } = profile;
  return {
    original: name,
    name,
    provider: apiProvider,
    model: apiModelId ?? "",
    address: apiBaseUrl ?? "",
    key: "",
    hasKey,
    reasoningEffort: reasoningEffort ?? "",
    temperature: temperature === undefined ? "" : String(temperature),
    maxTokens: maxTokens === undefined ? "" : String(maxTokens),
    fallback: fallback ?? [],
    isDefault,
    modes,
    rest,
  };
}

export function profileOf(form: ProfileForm): Profile {
  const effort = reasoningEfforts.find((each) => each === form.reasoningEffort);
  return {
    ...form.rest,
    apiProvider: form.provider,
    apiModelId: form.model || undefined,
    apiBaseUrl: form.address || undefined,
    reasoningEffort: effort,
    temperature: form.temperature ? Number(form.temperature) : undefined,
    maxTokens: form.maxTokens ? Number(form.maxTokens) : undefined,
    fallback: form.fallback.length > 0 ? [...form.fallback] : undefined,
  };
}
