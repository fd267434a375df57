import { fetchModels, type ProviderRow, providerCatalog } from "@roo-code/providers";
import type { ModelInfo, ProviderSettings } from "@roo-code/types";

/** A server on this machine answers at once or is not running. */
const timeoutMs = 500;

export interface LocalServer {
  readonly row: ProviderRow;
  readonly models: readonly ModelInfo[];
}

/** The servers for local models that answer, queried in parallel. Never throws. */
export async function findLocalServers(environment: NodeJS.ProcessEnv): Promise<LocalServer[]> {
  const rows = providerCatalog.filter(({ isLocal }) => isLocal);
  const asked = await Promise.all(rows.map((row) => askServer(row, environment)));
  return asked.flatMap((server) => server ?? []);
}

async function askServer(row: ProviderRow, environment: NodeJS.ProcessEnv): Promise<LocalServer | undefined> {
  // Also ends an answer that began in time and never ends.
  const signal = AbortSignal.timeout(4 * timeoutMs);
  try {
    return { row, models: await fetchModels({ apiProvider: row.id }, { environment, signal, patienceMs: timeoutMs }) };
  } catch {
    return undefined;
  }
}

/** The wanted model where it is served, else the first that can call tools, else the first. */
export async function findLocalModel(
  environment: NodeJS.ProcessEnv,
  wanted?: string,
): Promise<ProviderSettings | undefined> {
  const servers = await findLocalServers(environment);
  const offers = servers.flatMap(({ row, models }) => models.map((model) => ({ row, model })));
  const offer =
    wanted === undefined
      ? (offers.find(({ model }) => model.callsTools) ?? offers.find(({ model }) => model.callsTools !== false))
      : offers.find(({ model }) => model.id === wanted);
  return offer && { apiProvider: offer.row.id, apiModelId: offer.model.id };
}
