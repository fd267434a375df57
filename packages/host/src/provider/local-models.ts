import { fetchModels, type ProviderRow, providerCatalog } from "@roo-code/providers";
import type { ModelInfo, ProviderSettings } from "@roo-code/types";

/** A local server answers at once or is not running. */
const timeoutMs = 500;

export interface LocalServer {
  readonly row: ProviderRow;
  readonly models: readonly ModelInfo[];
}

/** The running local servers, queried in parallel. Never throws. */
export async function findLocalServers(environment: NodeJS.ProcessEnv): Promise<LocalServer[]> {
  const rows = providerCatalog.filter(({ isLocal }) => isLocal);
  const found = await Promise.all(rows.map((row) => queryServer(row, environment)));
  return found.flatMap((server) => server ?? []);
}

async function queryServer(row: ProviderRow, environment: NodeJS.ProcessEnv): Promise<LocalServer | undefined> {
  // Also ends a response that starts in time but never ends.
  const signal = AbortSignal.timeout(4 * timeoutMs);
  try {
    return { row, models: await fetchModels({ apiProvider: row.id }, { environment, signal, patienceMs: timeoutMs }) };
  } catch {
    return undefined;
  }
}

/** The requested model; without one, the first that can call tools, else the first that may. */
export async function findLocalModel(
  environment: NodeJS.ProcessEnv,
  requested?: string,
): Promise<ProviderSettings | undefined> {
  const servers = await findLocalServers(environment);
  const offers = servers.flatMap(({ row, models }) => models.map((model) => ({ row, model })));
  const offer =
    requested === undefined
      ? (offers.find(({ model }) => model.callsTools) ?? offers.find(({ model }) => model.callsTools !== false))
      : offers.find(({ model }) => model.id === requested);
  return offer && { apiProvider: offer.row.id, apiModelId: offer.model.id };
}
