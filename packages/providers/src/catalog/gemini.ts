import type { ProviderRow } from "./provider-row.ts";

export const gemini: ProviderRow = {
  id: "gemini",
  aliases: ["google"],
  label: "Google Gemini",
  protocol: "gemini",
  auth: { header: "x-goog-api-key" },
  baseUrl: "https://generativelanguage.googleapis.com/v1beta",
  baseUrlVariables: ["GOOGLE_GEMINI_BASE_URL"],
  keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  needsKey: true,
  defaultModel: "gemini-3.1-pro-preview",
};
