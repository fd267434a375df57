import { type DialectReport, type ProviderRow, providerCatalog, RooClient, systemClock } from "@roo-code/providers";
import type { ProfilesFile } from "@roo-code/store";
import type { ProviderSettings } from "@roo-code/types";
import { settingsOfProfile } from "./choose-provider.ts";
import { findLocalServers, type LocalServer } from "./local-models.ts";

/** A provider for display: what it needs, and whether that is set. */
export interface ProviderStatus {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly label: string;
  readonly isReady: boolean;
  /** What makes it ready, or what it needs. */
  readonly detail: string;
  readonly isLocal: boolean;
  readonly needsKey: boolean;
  readonly needsAddress: boolean;
  readonly defaultModel?: string;
}

interface ProviderStatusParts {
  readonly profiles: ProfilesFile;
  readonly environment: NodeJS.ProcessEnv;
}

/** Checks the environment, the profiles and local servers. */
export async function providerStatuses({ profiles, environment }: ProviderStatusParts): Promise<ProviderStatus[]> {
  const [withKey, servers] = await Promise.all([profilesWithKey(profiles, environment), findLocalServers(environment)]);
  return providerCatalog
    .filter(({ id }) => id !== "replay")
    .map((row) => {
      const ready = readyDetail(row, { withKey, servers, environment });
      return {
        id: row.id,
        aliases: row.aliases ?? [],
        label: row.label,
        isReady: ready !== undefined,
        detail: ready ?? missingDetail(row),
        isLocal: row.isLocal ?? false,
        needsKey: row.needsKey,
        needsAddress: row.baseUrl === undefined && row.protocol !== "human-relay",
        defaultModel: row.defaultModel,
      };
    });
}

interface AvailableAccess {
  /** Provider name as in the profile → names of profiles with a key. */
  readonly withKey: ReadonlyMap<string, readonly string[]>;
  readonly servers: readonly LocalServer[];
  readonly environment: NodeJS.ProcessEnv;
}

async function profilesWithKey(file: ProfilesFile, environment: NodeJS.ProcessEnv): Promise<Map<string, string[]>> {
  const { profiles } = await file.read();
  const found = new Map<string, string[]>();
  for (const [name, profile] of profiles) {
    const { apiProvider } = profile;
    const { apiKey, credentials } = await settingsOfProfile(name, profile, { profiles: file, environment }).catch(
      () => nothingUsable,
    );
    if (apiKey !== undefined || credentials !== undefined)
      found.set(apiProvider, [...(found.get(apiProvider) ?? []), name]);
  }
  return found;
}

/** For a profile whose variable is not set, or a secret store that cannot be opened. */
const nothingUsable: Partial<ProviderSettings> = {};

function readyDetail(row: ProviderRow, { withKey, servers, environment }: AvailableAccess): string | undefined {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  if (row.isLocal) {
    const server = servers.find((candidate) => candidate.row.id === row.id);
    return server && `running, ${server.models.length === 1 ? "1 model" : `${server.models.length} models`}`;
  }
  const lacksAddress = row.baseUrl === undefined && row.protocol !== "human-relay";
  const profiles = [row.id, ...(row.aliases ?? [])].flatMap((name) => withKey.get(name) ?? []);
  if (profiles.length > 0) return `key in profile ${profiles.join(", ")}`;
  if (lacksAddress && !row.baseUrlVariables?.some(isSet)) return undefined;
  if (row.project && !row.project.variables.some(isSet)) return undefined;
  const variable = [...row.keyVariables, ...(row.credentialVariables ?? [])].find(isSet);
  if (variable !== undefined) return `${variable} is set`;
  return row.protocol === "human-relay" ? "needs nothing but you" : undefined;
}

/** Only the first name of each; the others are in the documentation. */
function missingDetail(row: ProviderRow): string {
  if (row.isLocal) return "its server is not running";
  const [key, ...credentials] = [...row.keyVariables.slice(0, 1), ...(row.credentialVariables ?? [])];
  const isKeyNeeded = key !== undefined && (row.needsKey || row.credentialVariables !== undefined);
  const needs = [
    ...(row.baseUrl === undefined ? [row.baseUrlVariables?.[0] ?? "--base-url"] : []),
    ...(isKeyNeeded ? [[key, ...credentials.slice(0, 1)].join(" or ")] : []),
    ...(row.project?.variables.slice(0, 1) ?? []),
  ];
  return needs.length > 0 ? `needs ${needs.join(", ")}` : `needs a server at ${row.baseUrl}`;
}

interface ProviderTest extends DialectReport {
  readonly milliseconds: number;
}

/** Checks that everything a request needs is set, without sending one. Throws `RooError`. */
export function checkProvider(settings: ProviderSettings, environment: NodeJS.ProcessEnv): void {
  void new RooClient(settings, { environment });
}

/** Asks the model to call a small tool. Throws what a run would fail with: `RooError` or `ProviderError`. */
export async function testProvider(settings: ProviderSettings, environment: NodeJS.ProcessEnv): Promise<ProviderTest> {
  const client = new RooClient(settings, { environment });
  const startedAt = systemClock.monotonic();
  try {
    await client.prepare();
    const report = await client.probeDialect(AbortSignal.timeout(60_000));
    return { ...report, milliseconds: systemClock.monotonic() - startedAt };
  } finally {
    await client.dispose();
  }
}
