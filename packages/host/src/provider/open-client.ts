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

/** Whether a limit in dollars applies, which needs a price. */
export interface ClientRequest extends ProviderRequest {
  readonly limits: Limits;
  readonly attended: boolean;
}

export interface OpenedClient {
  readonly client: ClosableClient;
  /** The model's context window as the user set it. */
  readonly window: number | undefined;
  /** For the log of a run with it. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/**
 * Finds out here whatever can be wrong with the provider; with its fallbacks, when they are needed. Throws `RooError`
 * `unknown_price` for a limit in dollars that cannot be enforced, when unattended.
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
      // A fallback that cannot be used within the limits is skipped, and the log says why.
      await warningsOf(client, request);
      return client;
    },
  };
}

type Model = Pick<ModelClient, "provider" | "model">;

/** For an unattended run, in which a warning would not be seen. */
export function unknownPrice({ provider, model }: Model, costUsd: number): RooError {
  return new RooError({
    code: "unknown_price",
    message: `The limit of ${costUsd} USD cannot be enforced: the price of ${model} of ${provider} is not known.`,
    next: `Use another limit: --max-tokens N or --max-turns N. Or set its price per million tokens in a profile: roo profiles add NAME --provider ${provider} --model ${model} --input-price USD --output-price USD`,
  });
}

export function warningOfUnknownPrice({ provider, model }: Model, costUsd: number): { code: string; message: string } {
  return {
    code: "unknown_price",
    message: `The price of ${model} of ${provider} is not known, so the limit of ${costUsd} USD has no effect. Use --max-tokens or --max-turns, or give its profile an inputPrice and an outputPrice.`,
  };
}
