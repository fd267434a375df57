import type { ProviderRow } from "./provider-row.ts";

export const cloudflare: ProviderRow = {
  id: "cloudflare",
  aliases: ["cloudflare-workers-ai"],
  label: "Cloudflare Workers AI",
  protocol: "openai-chat",
  baseUrl: "https://api.cloudflare.com/client/v4/accounts/{project}/ai/v1",
  keyVariables: ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_API_KEY"],
  needsKey: true,
  project: { variables: ["CLOUDFLARE_ACCOUNT_ID"] },
  defaultModel: "@cf/openai/gpt-oss-120b",
};
