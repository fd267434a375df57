import type { ApprovalKind } from "@roo-code/types";
import type { Findings } from "../findings.ts";
import { type Plain, recordOf, textOf } from "../plain-value.ts";
import { bringRooProfile } from "../roo/bring-profile.ts";
import { secretFields } from "../roo/provider-fields.ts";
import { toProfile } from "../roo/roo-profile.ts";

/** Cline's names for what Roo Code, which came from it, calls otherwise. */
const renamed: Readonly<Record<string, string>> = {
  liteLlmBaseUrl: "litellmBaseUrl",
  liteLlmApiKey: "litellmApiKey",
  liteLlmUsePromptCache: "litellmUsePromptCache",
  geminiBaseUrl: "googleGeminiBaseUrl",
  awsBedrockApiKey: "awsApiKey",
  awsBedrockUsePromptCache: "awsUsePromptCache",
  sambanovaApiKey: "sambaNovaApiKey",
};

/** Where the model of a provider is kept for each of the two modes; `ApiModelId` for all others. */
const modelFields: Readonly<Record<string, readonly [there: string, here: string]>> = {
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

/** Brings Cline's state over: a profile for acting, another for planning where they differ, and what it may do. */
export function bringClineState(findings: Findings, state: Plain, secrets: Plain): void {
  if (Object.keys(state).length === 0) return;
  const acting = bringProfile(findings, { ...state, ...secrets }, "act");
  const planning = bringProfile(findings, { ...state, ...secrets }, "plan");
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
    if (typeof value === "string") keepOut(findings, { name, value });
}

function bringProfile(findings: Findings, all: Plain, mode: "act" | "plan"): string | undefined {
  const provider = textOf(all[`${mode}ModeApiProvider`]) ?? textOf(all.apiProvider);
  if (provider === undefined) return undefined;
  const config = configOf(all, provider, mode);
  const isSame = mode === "act" || findings.isProfile("cline", toProfile(config).profile);
  return bringRooProfile(findings, isSame ? "cline" : "cline-plan", config);
}

/** Only what belongs to the provider in use: the state keeps what was once set for others. */
function configOf(all: Plain, provider: string, mode: "act" | "plan"): Plain {
  const [there, here] = modelFields[provider] ?? ["ApiModelId", "apiModelId"];
  const config: Plain = { apiProvider: provider, [here]: all[`${mode}Mode${there}`] ?? all[here] };
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
      "Only commands that the model called safe were approved; here the model has no say in that, so it is not switched on.",
    );
  return chosen.flatMap(([isChosen, kind]) => (isChosen ? [kind] : []));
}

/** Keys of providers that are not in use are not copied, and turn up nowhere else either. */
function keepOut(findings: Findings, secret: { name: string; value: string }): void {
  findings.addStrayKey(secret.value);
  if (secretFields.has(renamed[secret.name] ?? secret.name) && !findings.hasKey(secret.value))
    findings.note(`${secret.name} belongs to a provider that is not in use; it was not copied.`);
}
