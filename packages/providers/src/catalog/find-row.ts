import { providerCatalog } from "./index.ts";
import type { ProviderRow } from "./provider-row.ts";

/** By its id or another name it goes by. */
export function findRow(name: string): ProviderRow | undefined {
  return providerCatalog.find(({ id, aliases }) => id === name || aliases?.includes(name));
}
