import type { ProviderRow } from "./provider-row.ts";

export const vertex: ProviderRow = {
  id: "vertex",
  label: "Google Vertex AI",
  protocol: "gemini",
  auth: "google",
  baseUrl: "https://{region}-aiplatform.googleapis.com/v1/projects/{project}/locations/{region}/publishers/google",
  keyVariables: [],
  needsKey: false,
  credentialVariables: ["GOOGLE_APPLICATION_CREDENTIALS"],
  region: { variables: ["GOOGLE_CLOUD_LOCATION", "GOOGLE_CLOUD_REGION", "CLOUD_ML_REGION"], default: "global" },
  project: { variables: ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT"] },
  defaultModel: "gemini-3.1-pro-preview",
};
