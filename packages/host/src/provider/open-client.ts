import { join } from "node:path";
import { type ClosableClient, type FallbackMember, RooClient, type RooClientOptions } from "@roo-code/providers";
import type { ProfilesFile } from "@roo-code/store";
import { type Clock, type Limits, type ModelClient, type ProviderSettings, RooError } from "@roo-code/types";
import { type ProviderRequest, providerFor, settingsOfProfile } from "./choose-provider.ts";

export interface ClientParts {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly profiles: ProfilesFile;
  readonly relay?: RooClientOptions["relay"];
}

/** What a client is opened for: a limit in dollars needs a price. */
export interface ClientRequest extends ProviderRequest {
  readonly limits: Limits;
  readonly attended: boolean;
}

export interface OpenedClient {
  readonly client: ClosableClient;
  /** The model's context window as the person set it. */
  readonly window: number | undefined;
  /** For the log of a run with it. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/**
 * Whatever can be wrong with the provider is found out here; with those it falls back on, when they are needed.
 * Throws `RooError` `unknown_price` for a limit in dollars that could not be kept, where nobody is there to be warned.
 */
export async function openClient(request: ClientRequest, parts: ClientParts): Promise<OpenedClient> {
  const { settings, profile, fallback } = await providerFor(request, parts);
  const { contextWindow: window } = settings;
  const client = await prepared(settings, parts);
  const warnings = await warningsOf(client, request);
  if (fallback.length === 0 || profile === undefined) return { client, window, warnings };
  const { FallbackClient } = await import("@roo-code/providers/fallback");
  const members = fallback.map((name) => memberOf(name, request, parts));
  return { client: new FallbackClient({ name: profile, client }, members, parts.clock), window, warnings };
}

async function prepared(settings: ProviderSettings, parts: ClientParts): Promise<RooClient> {
  const { environment, clock, relay, home } = parts;
  const client = new RooClient(settings, { environment, clock, relay, modelsFolder: join(home, "cache", "models") });
  await client.prepare();
  return client;
}

async function warningsOf(client: RooClient, { limits, attended }: ClientRequest): Promise<OpenedClient["warnings"]> {
  const { costUsd } = limits;
  if (costUsd === undefined || (await client.hasKnownPrice())) return [];
  if (attended) return [warningOfUnknownPrice(client, costUsd)];
  await client.dispose();
  throw unknownPrice(client, costUsd);
}

function memberOf(name: string, request: ClientRequest, parts: ClientParts): FallbackMember {
  return {
    name,
    async open() {
      const profile = await parts.profiles.require(name);
      const client = await prepared(await settingsOfProfile(name, profile, parts), parts);
      // One that cannot be used within the limits is passed over, and the log says why.
      await warningsOf(client, request);
      return client;
    },
  };
}

type Model = Pick<ModelClient, "provider" | "model">;

/** Nobody is there to see that a limit limits nothing. */
export function unknownPrice({ provider, model }: Model, costUsd: number): RooError {
  return new RooError({
    code: "unknown_price",
    message: `The limit of ${costUsd} USD cannot be kept: nobody knows what ${model} of ${provider} costs.`,
    next: `Limit it otherwise: --max-tokens N or --max-turns N. Or say what it costs per million tokens, in a profile: roo profiles add NAME --provider ${provider} --model ${model} --input-price USD --output-price USD`,
  });
}

export function warningOfUnknownPrice({ provider, model }: Model, costUsd: number): { code: string; message: string } {
  return {
    code: "unknown_price",
    message: `Nobody knows what ${model} of ${provider} costs: the limit of ${costUsd} USD limits nothing. Use --max-tokens or --max-turns, or give its profile an inputPrice and an outputPrice.`,
  };
}
