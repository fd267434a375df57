import { join } from "node:path";
import { type ClosableClient, type FallbackMember, RooClient, type RooClientOptions } from "@roo-code/providers";
import type { ProfilesFile } from "@roo-code/store";
import type { Clock, ProviderSettings } from "@roo-code/types";
import { type ProviderWish, providerFor, settingsOfProfile } from "./profile-provider.ts";

export interface ClientParts {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly profiles: ProfilesFile;
  readonly relay?: RooClientOptions["relay"];
}

export interface OpenedClient {
  readonly client: ClosableClient;
  /** The model's context window as the person set it. */
  readonly window: number | undefined;
}

/** Whatever can be wrong with the provider is found out here; with those it falls back on, when they are needed. */
export async function openClient(wish: ProviderWish, parts: ClientParts): Promise<OpenedClient> {
  const { settings, profile, fallback } = await providerFor(wish, parts);
  const { contextWindow: window } = settings;
  const client = await prepared(settings, parts);
  if (fallback.length === 0 || profile === undefined) return { client, window };
  const { FallbackClient } = await import("@roo-code/providers/fallback");
  const members = fallback.map((name) => memberOf(name, parts));
  return { client: new FallbackClient({ name: profile, client }, members, parts.clock), window };
}

async function prepared(settings: ProviderSettings, parts: ClientParts): Promise<RooClient> {
  const { environment, clock, relay, home } = parts;
  const client = new RooClient(settings, { environment, clock, relay, modelsFolder: join(home, "cache", "models") });
  await client.prepare();
  return client;
}

function memberOf(name: string, parts: ClientParts): FallbackMember {
  return {
    name,
    async open() {
      const profile = await parts.profiles.require(name);
      return prepared(await settingsOfProfile(name, profile, parts), parts);
    },
  };
}
