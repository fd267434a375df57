import { type ApprovalKind, type Profile, profileSchema } from "@roo-code/types";
import type { Findings } from "../findings.ts";
import { numberOf, type Plain, recordOf, textOf } from "../plain-value.ts";
import { secretFields } from "../roo/provider-fields.ts";
import { awsDocument } from "../roo/provider-switches.ts";
import { toProfile } from "../roo/roo-profile.ts";
import { importRooProfile } from "../roo/roo-settings.ts";

/** Cline's names for fields that Roo Code has renamed. */
const renamed: Readonly<Record<string, string>> = {
  liteLlmBaseUrl: "litellmBaseUrl",
  liteLlmApiKey: "litellmApiKey",
  liteLlmUsePromptCache: "litellmUsePromptCache",
  geminiBaseUrl: "googleGeminiBaseUrl",
  awsBedrockApiKey: "awsApiKey",
  awsBedrockUsePromptCache: "awsUsePromptCache",
  sambanovaApiKey: "sambaNovaApiKey",
};

/** The field with the model of a provider for each of the two modes; `ApiModelId` for all others. */
const modelFields: Readonly<Record<string, readonly [theirs: string, ours: string]>> = {
  openrouter: ["OpenRouterModelId", "openRouterModelId"],
  cline: ["ClineModelId", "apiModelId"],
  openai: ["OpenAiModelId", "openAiModelId"],
  ollama: ["OllamaModelId", "ollamaModelId"],
  lmstudio: ["LmStudioModelId", "lmStudioModelId"],
  litellm: ["LiteLlmModelId", "litellmModelId"],
  requesty: ["RequestyModelId", "requestyModelId"],
  together: ["TogetherModelId", "apiModelId"],
  fireworks: ["FireworksModelId", "apiModelId"],
  groq: ["GroqModelId", "apiModelId"],
  baseten: ["BasetenModelId", "apiModelId"],
  huggingface: ["HuggingFaceModelId", "huggingFaceModelId"],
  "vercel-ai-gateway": ["VercelAiGatewayModelId", "vercelAiGatewayModelId"],
};

/** Imports Cline's state: a profile for acting, another for planning if it differs, and approvals. */
export function importClineState(findings: Findings, state: Plain, secrets: Plain): void {
  if (Object.keys(state).length === 0) return;
  const acting = importProfile(findings, { ...state, ...secrets }, "act");
  const planning = importProfile(findings, { ...state, ...secrets }, "plan");
  findings.setSetting("profile", acting ?? planning);
  if (planning !== undefined && acting !== undefined && planning !== acting)
    findings.setSetting("modeProfiles", { architect: planning });
  if (state.mode === "plan" || state.mode === "act")
    findings.setSetting("mode", state.mode === "plan" ? "architect" : "code");
  findings.setSetting("customInstructions", textOf(state.customInstructions));
  const language = textOf(state.preferredLanguage);
  findings.setSetting("language", language === "English" ? undefined : language);
  findings.setSetting("autoApprove", approvals(findings, state));
  for (const [name, value] of Object.entries(secrets))
    if (typeof value === "string") excludeKey(findings, { name, value });
}

function importProfile(findings: Findings, all: Plain, mode: "act" | "plan"): string | undefined {
  const provider = textOf(all[`${mode}ModeApiProvider`]) ?? textOf(all.apiProvider);
  if (provider === undefined) return undefined;
  const config = configOf(all, provider, mode);
  const isSame = mode === "act" || findings.isProfile("cline", toProfile(config).profile);
  return importRooProfile(findings, isSame ? "cline" : "cline-plan", config);
}

/** Only the fields of the provider in use: the state also keeps those of others. */
function configOf(all: Plain, provider: string, mode: "act" | "plan"): Plain {
  const [theirs, ours] = modelFields[provider] ?? ["ApiModelId", "apiModelId"];
  const config: Plain = { apiProvider: provider, [ours]: all[`${mode}Mode${theirs}`] ?? all[ours] };
  for (const [name, value] of Object.entries(all)) {
    const field = renamed[name] ?? name;
    if (belongs(field, provider)) config[field] = value;
  }
  return config;
}

const prefixes: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["anthropic"],
  openai: ["openAiBase", "openAiHeaders", "openAiApiKey", "azure"],
  "openai-native": ["openAiNative"],
  bedrock: ["aws"],
  vertex: ["vertex"],
  gemini: ["gemini", "googleGemini"],
  lmstudio: ["lmStudioBase"],
  ollama: ["ollamaBase", "ollamaApi"],
};

function belongs(field: string, provider: string): boolean {
  if (provider === "anthropic" && field === "apiKey") return true;
  return (prefixes[provider] ?? [provider]).some(
    (prefix) => field.toLowerCase().startsWith(prefix.toLowerCase()) && !field.endsWith("ModelId"),
  );
}

function approvals(findings: Findings, state: Plain): ApprovalKind[] | undefined {
  const settings = recordOf(state.autoApprovalSettings);
  const actions = recordOf(settings.actions);
  if (Object.keys(actions).length === 0 || settings.enabled === false) return undefined;
  const chosen: [boolean, ApprovalKind][] = [
    [actions.readFiles === true, "read"],
    [actions.editFiles === true, "edit"],
    [actions.executeSafeCommands === true && actions.executeAllCommands === true, "command"],
    [actions.useBrowser === true, "browser"],
    [actions.useMcp === true, "mcp"],
  ];
  if (actions.executeSafeCommands === true && actions.executeAllCommands !== true)
    findings.note(
      "Cline approved only commands that the model called safe; that has no equivalent here, so commands are not auto-approved.",
    );
  return chosen.flatMap(([isChosen, kind]) => (isChosen ? [kind] : []));
}

/** Keys of unused providers are not copied, and are redacted everywhere else. */
function excludeKey(findings: Findings, secret: { name: string; value: string }): void {
  findings.addStraySecret(secret.value);
  if (secretFields.has(renamed[secret.name] ?? secret.name) && !findings.hasKey(secret.value))
    findings.note(`${secret.name} belongs to a provider that is not in use; it was not copied.`);
}

/** Imports the providers of Cline's `providers.json`, one profile each. */
export function importClineProfiles(findings: Findings, file: Plain): void {
  for (const [id, entry] of Object.entries(recordOf(file.providers))) {
    const settings = recordOf(recordOf(entry).settings);
    const provider = textOf(settings.provider) ?? id;
    const name = findings.addProfile(`cline-${id}`, profileOf(provider, settings));
    if (file.lastUsedProvider === id) findings.setSetting("profile", name);
    if (textOf(recordOf(settings.auth).refreshToken) !== undefined)
      findings.note(`Profile cline-${id} was signed in with an account; that cannot be used here.`);
    const sapSecret = textOf(recordOf(settings.sap).clientSecret);
    if (sapSecret !== undefined) findings.addStraySecret(sapSecret);
  }
}

function profileOf(provider: string, settings: Plain): Profile {
  const { reasoning, contextWindow, headers, region } = settings;
  const [aws, gcp, azure] = [recordOf(settings.aws), recordOf(settings.gcp), recordOf(settings.azure)];
  const maxTokens = numberOf(settings.maxTokens);
  const found = {
    reasoning,
    contextWindow,
    headers,
    apiModelId: textOf(settings.model),
    apiBaseUrl: textOf(settings.baseUrl),
    maxTokens: maxTokens !== undefined && Number.isInteger(maxTokens) && maxTokens > 0 ? maxTokens : undefined,
    region: textOf(region) ?? textOf(aws.region) ?? textOf(gcp.region),
    project: textOf(gcp.projectId),
    apiVersion: textOf(azure.apiVersion),
    credentials: awsDocument(aws) ?? textOf(aws.profile),
    apiKey: textOf(settings.apiKey) ?? textOf(recordOf(settings.auth).apiKey),
  };
  const valid = Object.entries(found).filter(
    ([key, value]) => value !== undefined && profileSchema.safeParse({ apiProvider: provider, [key]: value }).success,
  );
  return profileSchema.parse({ apiProvider: provider, ...Object.fromEntries(valid) });
}
