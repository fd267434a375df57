/** Roo Code's fields for the model, URL and key of one provider. */
export interface ProviderFields {
  /** `apiModelId` when absent. */
  readonly model?: string;
  readonly baseUrl?: string;
  /** The first that is set is the key. */
  readonly keys?: readonly string[];
  /** The parts of cloud credentials. */
  readonly secrets?: readonly string[];
  /** Our name → theirs, for equivalent settings. */
  readonly others?: Readonly<Partial<Record<OtherSetting, string>>>;
}

type OtherSetting =
  | "region"
  | "project"
  | "credentials"
  | "apiVersion"
  | "contextWindow"
  | "serviceTier"
  | "promptCache"
  | "headers";

/** The same for every provider. */
export const commonFields = {
  maxThinkingTokens: "modelMaxThinkingTokens",
  reasoningEffort: "reasoningEffort",
} as const;

export const providerFields: Readonly<Record<string, ProviderFields>> = {
  anthropic: { baseUrl: "anthropicBaseUrl", keys: ["apiKey"] },
  openrouter: { model: "openRouterModelId", baseUrl: "openRouterBaseUrl", keys: ["openRouterApiKey"] },
  bedrock: {
    baseUrl: "awsBedrockEndpoint",
    keys: ["awsApiKey"],
    secrets: ["awsAccessKey", "awsSecretKey", "awsSessionToken"],
    others: {
      region: "awsRegion",
      credentials: "awsProfile",
      contextWindow: "awsModelContextWindow",
      promptCache: "awsUsePromptCache",
    },
  },
  vertex: {
    secrets: ["vertexJsonCredentials"],
    others: { region: "vertexRegion", project: "vertexProjectId", credentials: "vertexKeyFile" },
  },
  openai: {
    model: "openAiModelId",
    baseUrl: "openAiBaseUrl",
    keys: ["openAiApiKey"],
    others: { apiVersion: "azureApiVersion", headers: "openAiHeaders" },
  },
  "openai-native": {
    baseUrl: "openAiNativeBaseUrl",
    keys: ["openAiNativeApiKey"],
    others: { serviceTier: "openAiNativeServiceTier" },
  },
  ollama: {
    model: "ollamaModelId",
    baseUrl: "ollamaBaseUrl",
    keys: ["ollamaApiKey"],
    others: { contextWindow: "ollamaNumCtx" },
  },
  lmstudio: { model: "lmStudioModelId", baseUrl: "lmStudioBaseUrl" },
  gemini: { baseUrl: "googleGeminiBaseUrl", keys: ["geminiApiKey"] },
  mistral: { baseUrl: "mistralCodestralUrl", keys: ["mistralApiKey"] },
  deepseek: { baseUrl: "deepSeekBaseUrl", keys: ["deepSeekApiKey"] },
  poe: { baseUrl: "poeBaseUrl", keys: ["poeApiKey"] },
  moonshot: { baseUrl: "moonshotBaseUrl", keys: ["moonshotApiKey"] },
  minimax: { baseUrl: "minimaxBaseUrl", keys: ["minimaxApiKey"] },
  requesty: { model: "requestyModelId", baseUrl: "requestyBaseUrl", keys: ["requestyApiKey"] },
  unbound: { model: "unboundModelId", keys: ["unboundApiKey"] },
  xai: { keys: ["xaiApiKey"] },
  litellm: {
    model: "litellmModelId",
    baseUrl: "litellmBaseUrl",
    keys: ["litellmApiKey"],
    others: { promptCache: "litellmUsePromptCache" },
  },
  sambanova: { keys: ["sambaNovaApiKey"] },
  zai: { keys: ["zaiApiKey"] },
  fireworks: { keys: ["fireworksApiKey"] },
  roo: { keys: ["rooApiKey"] },
  "vercel-ai-gateway": { model: "vercelAiGatewayModelId", keys: ["vercelAiGatewayApiKey"] },
  baseten: { keys: ["basetenApiKey"] },
  // Retired in Roo Code, but available here.
  groq: { keys: ["groqApiKey"] },
  cerebras: { keys: ["cerebrasApiKey"] },
  chutes: { keys: ["chutesApiKey"] },
  deepinfra: { model: "deepInfraModelId", baseUrl: "deepInfraBaseUrl", keys: ["deepInfraApiKey"] },
  doubao: { baseUrl: "doubaoBaseUrl", keys: ["doubaoApiKey"] },
  featherless: { keys: ["featherlessApiKey"] },
  huggingface: { model: "huggingFaceModelId", keys: ["huggingFaceApiKey"] },
  "io-intelligence": { model: "ioIntelligenceModelId", keys: ["ioIntelligenceApiKey"] },
  // Kilo Code's and Cline's own.
  kilocode: { model: "kilocodeModel", keys: ["kilocodeToken"] },
  together: { keys: ["togetherApiKey"] },
  qwen: { keys: ["qwenApiKey"] },
};

/** Other secret fields: more keys, and whole credentials. */
export const secretFields: ReadonlySet<string> = new Set([
  ...Object.values(providerFields).flatMap(({ keys = [], secrets = [] }) => [...keys, ...secrets]),
  ..."awsBedrockApiKey openRouterImageApiKey".split(" "),
  ..."codeIndexOpenAiKey codeIndexQdrantApiKey codebaseIndexOpenAiCompatibleApiKey codebaseIndexGeminiApiKey".split(
    " ",
  ),
  ..."codebaseIndexMistralApiKey codebaseIndexVercelAiGatewayApiKey codebaseIndexOpenRouterApiKey".split(" "),
  ..."kiloCodeImageApiKey sapAiCoreServiceKey clineApiKey liteLlmApiKey sambanovaApiKey".split(" "),
]);

/** Every known field of a profile. */
export const profileFields: ReadonlySet<string> = new Set([
  ...Object.values(providerFields).flatMap(({ model, baseUrl }) =>
    [model, baseUrl].filter((name) => name !== undefined),
  ),
  ..."apiProvider apiModelId modelMaxTokens modelTemperature reasoningEffort enableReasoningEffort".split(" "),
]);
