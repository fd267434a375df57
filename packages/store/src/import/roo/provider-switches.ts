import { type Plain, textOf } from "../plain-value.ts";

/** A profile of Roo Code with its switches resolved. */
export function resolveSwitches(profile: Plain): Plain {
  const { enableReasoningEffort, ...config } = profile;
  if (enableReasoningEffort === false) delete config.reasoningEffort;
  if (config.apiProvider === "bedrock") return resolveBedrock(config);
  if (config.apiProvider === "zai") return resolveZai(config);
  if (config.apiProvider === "openai") return resolveOpenAi(config);
  return config;
}

/** Our profile with the switches that Roo Code needs. */
export function withSwitches(config: Plain): Plain {
  if (config.apiProvider === "azure") return { ...config, apiProvider: "openai", openAiUseAzure: true };
  if (config.apiProvider !== "zai") return config;
  const { apiBaseUrl = defaultZaiUrl, ...rest } = config;
  const line = Object.keys(zaiUrls).find((name) => zaiUrls[name] === apiBaseUrl);
  return line === undefined ? config : { ...rest, zaiApiLine: line };
}

/** Prefixes of cross-region model ids, by region. */
const sharedModels: readonly (readonly [region: string, prefix: string])[] = [
  ["us-gov-", "us-gov."],
  ["us-", "us."],
  ["eu-", "eu."],
  ["ap-", "apac."],
];

function resolveBedrock(profile: Plain): Plain {
  const { awsUseCrossRegionInference: isShared, awsUseGlobalInference: isGlobal, awsCustomArn, ...config } = profile;
  const { awsUseProfile, awsUseApiKey, ...rest } = config;
  if (awsUseProfile === false) delete rest.awsProfile;
  if (awsUseApiKey === false) delete rest.awsApiKey;
  const region = textOf(rest.awsRegion) ?? "";
  const shared = sharedModels.find(([start]) => isShared === true && region.startsWith(start))?.[1] ?? "";
  const prefix = isGlobal === true ? "global." : shared;
  const model = textOf(rest.apiModelId);
  const arn = textOf(awsCustomArn);
  if (arn !== undefined) return { ...rest, apiModelId: arn };
  return model === undefined || hasPrefix(model) ? rest : { ...rest, apiModelId: prefix + model };
}

function hasPrefix(model: string): boolean {
  return /^(global|us-gov|us|eu|apac|au|jp|ca)\./.test(model);
}

const defaultZaiUrl = "https://api.z.ai/api/paas/v4";
const zaiUrls: Readonly<Record<string, string>> = {
  international_coding: "https://api.z.ai/api/coding/paas/v4",
  china_coding: "https://open.bigmodel.cn/api/coding/paas/v4",
  international_api: defaultZaiUrl,
  china_api: "https://open.bigmodel.cn/api/paas/v4",
};

function resolveZai(profile: Plain): Plain {
  const { zaiApiLine, ...config } = profile;
  if (zaiApiLine === undefined && config.apiBaseUrl !== undefined) return config;
  const url = zaiUrls[textOf(zaiApiLine) ?? "international_coding"];
  return url === undefined || url === defaultZaiUrl ? config : { ...config, apiBaseUrl: url };
}

/** In Roo Code `openai` is any compatible server; here each kind has its own name. */
function resolveOpenAi(profile: Plain): Plain {
  const { openAiUseAzure, ...config } = profile;
  const url = textOf(config.openAiBaseUrl);
  const host = URL.parse(url ?? "")?.hostname ?? "";
  if (openAiUseAzure === true || host.endsWith(".azure.com")) return { ...config, apiProvider: "azure" };
  const isOwn = url === undefined || host === "api.openai.com";
  return { ...config, apiProvider: isOwn ? "openai" : "openai-compatible" };
}

/** AWS keys in the format of a profile's credentials; undefined without access key and secret key. */
export function awsDocument(keys: Plain): string | undefined {
  const accessKeyId = textOf(keys.accessKey);
  const secretAccessKey = textOf(keys.secretKey);
  const sessionToken = textOf(keys.sessionToken);
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return JSON.stringify({ accessKeyId, secretAccessKey, sessionToken });
}
