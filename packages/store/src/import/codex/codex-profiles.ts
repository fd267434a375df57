import { type Profile, reasoningEffortSchema } from "@roo-code/types";
import type { Findings } from "../findings.ts";
import { type Plain, recordOf, textOf, textsOf } from "../plain-value.ts";
import { holdsSecret, looksSecret } from "../secret-value.ts";

/** Imports Codex's own model as the profile `codex`, and each of its profiles as `codex-<name>`. */
export function importCodexProfiles(findings: Findings, config: Plain, auth: Plain): void {
  const providers = recordOf(config.model_providers);
  const key = textOf(auth.OPENAI_API_KEY);
  const isUsed = textOf(config.model) !== undefined || textOf(config.model_provider) !== undefined || key !== undefined;
  const own = isUsed ? importProfile(findings, "codex", { settings: config, providers, key }) : undefined;
  const names = new Map(
    Object.entries(recordOf(config.profiles)).map(([name, profile]) => [
      name,
      importProfile(findings, `codex-${name}`, {
        settings: { ...inherited(config), ...recordOf(profile) },
        providers,
        key,
      }),
    ]),
  );
  findings.setSetting("profile", names.get(textOf(config.profile) ?? "") ?? own);
  importUnusedProviders(findings, providers);
  if (auth.tokens !== undefined && auth.tokens !== null)
    findings.note("Codex is signed in with a ChatGPT account; that cannot be used here.");
}

interface ProfileParts {
  readonly settings: Plain;
  readonly providers: Plain;
  readonly key: string | undefined;
}

/** The settings that a profile inherits. */
function inherited({ model, model_provider, model_reasoning_effort, model_verbosity, openai_base_url }: Plain): Plain {
  return { model, model_provider, model_reasoning_effort, model_verbosity, openai_base_url };
}

function importProfile(
  findings: Findings,
  name: string,
  { settings, providers, key }: ProfileParts,
): string | undefined {
  const id = textOf(settings.model_provider) ?? textOf(settings.oss_provider) ?? "openai";
  const provider = recordOf(providers[id]);
  const baseUrl = textOf(provider.base_url) ?? (id === "openai" ? textOf(settings.openai_base_url) : undefined);
  const variable = textOf(provider.env_key);
  const token = textOf(provider.experimental_bearer_token) ?? (id === "openai" ? key : undefined);
  const model = textOf(settings.model);
  const effort = reasoningEffortSchema.safeParse(settings.model_reasoning_effort).data;
  const verbosity = textOf(settings.model_verbosity);
  const profile: Profile = {
    apiProvider: providerOf(id, baseUrl),
    apiModelId: model,
    apiBaseUrl: baseUrl,
    apiKey: variable === undefined ? token : `\${env:${variable}}`,
    ...headersOf(provider),
    reasoningEffort: effort,
    verbosity,
  };
  noteProvider(findings, id, provider);
  return findings.addProfile(name, profile);
}

/** Codex uses the Responses API of OpenAI; other providers are OpenAI-compatible. */
function providerOf(id: string, baseUrl: string | undefined): string {
  if (id === "openai") return "openai-native";
  if (id === "oss") return "ollama";
  const isKnown = ["ollama", "lmstudio", "openrouter", "azure", "mistral", "groq", "deepseek", "xai"].includes(id);
  return isKnown || baseUrl === undefined ? id : "openai-compatible";
}

/** Headers with a value, and those from environment variables. */
function headersOf({ http_headers: literal, env_http_headers: named }: Plain): Pick<Profile, "headers"> {
  const fromVariables = Object.entries(recordOf(named)).map(([name, variable]) => [
    name,
    `\${env:${String(variable)}}`,
  ]);
  const headers = { ...textsOf(literal), ...Object.fromEntries(fromVariables) };
  return Object.keys(headers).length > 0 ? { headers } : {};
}

function noteProvider(findings: Findings, id: string, provider: Plain): void {
  for (const field of ["query_params", "auth", "aws"]) {
    const value = provider[field];
    if (value === undefined) continue;
    findings.note(
      `Provider ${id} of Codex: ${field} ${holdsSecret(value) ? "contains secrets and " : ""}was not copied.`,
    );
  }
}

function importUnusedProviders(findings: Findings, providers: Plain): void {
  for (const provider of Object.values(providers)) {
    const { experimental_bearer_token: token, http_headers: headers, query_params: query } = recordOf(provider);
    if (typeof token === "string") findings.addStraySecret(token);
    for (const [name, value] of Object.entries({ ...recordOf(headers), ...recordOf(query) }))
      if (typeof value === "string" && looksSecret(name, value)) findings.addStraySecret(value);
  }
}
