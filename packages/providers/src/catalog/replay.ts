import type { ProviderRow } from "./provider-row.ts";

export const replay: ProviderRow = {
  id: "replay",
  label: "Replay",
  protocol: "replay",
  keyVariables: [],
  needsKey: false,
  defaultModel: "replay",
};
