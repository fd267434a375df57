import type { ProviderRow } from "./provider-row.ts";

export const vertexClaude: ProviderRow = {
  id: "vertex-claude",
  label: "Claude on Vertex AI",
  protocol: "anthropic",
  auth: "google",
  baseUrl: "https://{region}-aiplatform.googleapis.com/v1/projects/{project}/locations/{region}",
  baseUrlVariables: ["ANTHROPIC_VERTEX_BASE_URL"],
  keyVariables: [],
  needsKey: false,
  credentialVariables: ["GOOGLE_APPLICATION_CREDENTIALS"],
  region: { variables: ["CLOUD_ML_REGION", "GOOGLE_CLOUD_LOCATION", "GOOGLE_CLOUD_REGION"], default: "global" },
  project: { variables: ["ANTHROPIC_VERTEX_PROJECT_ID", "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT"] },
  defaultModel: "claude-sonnet-4-5@20250929",
};
