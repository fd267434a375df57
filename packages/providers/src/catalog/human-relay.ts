import type { ProviderRow } from "./provider-row.ts";

export const humanRelay: ProviderRow = {
  id: "human-relay",
  label: "Human relay",
  protocol: "human-relay",
  keyVariables: [],
  needsKey: false,
  defaultModel: "human-relay",
};
