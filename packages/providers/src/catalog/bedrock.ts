import type { ProviderRow } from "./provider-row.ts";

export const bedrock: ProviderRow = {
  id: "bedrock",
  aliases: ["aws-bedrock", "amazon-bedrock"],
  label: "Amazon Bedrock",
  protocol: "bedrock",
  auth: "aws",
  baseUrl: "https://bedrock-runtime.{region}.amazonaws.com",
  baseUrlVariables: ["AWS_ENDPOINT_URL_BEDROCK_RUNTIME"],
  keyVariables: ["AWS_BEARER_TOKEN_BEDROCK"],
  needsKey: false,
  credentialVariables: ["AWS_ACCESS_KEY_ID", "AWS_PROFILE"],
  region: { variables: ["AWS_REGION", "AWS_DEFAULT_REGION"], default: "us-east-1" },
  defaultModel: "global.anthropic.claude-sonnet-4-5-20250929-v1:0",
};
