import { join } from "node:path";
import { type ClosableClient, type FallbackMember, RooClient, type RooClientOptions } from "@roo-code/providers";
import type { ProfilesFile } from "@roo-code/store";
import { type Clock, type Limits, type ModelClient, type ProviderSettings, RooError } from "@roo-code/types";
import { type ProviderRequest, providerFor, settingsOfProfile } from "./choose-provider.ts";

interface ClientParts {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly profiles: ProfilesFile;
  readonly relay?: RooClientOptions["relay"];
}

interface ClientRequest extends ProviderRequest {
  readonly limits: Limits;
  readonly attended: boolean;
}

export interface OpenedClient {
  readonly client: ClosableClient;
  /** The context window set by the user. */
  readonly window: number | undefined;
  /** Recorded in the log of the run. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/**
 * Checks everything about the provider; its fallbacks are checked when they are needed. Throws `RooError`
 * `unknown_price` for a limit in dollars that cannot be enforced in an unattended run.
 */
export async function openClient(request: ClientRequest, parts: ClientParts): Promise<OpenedClient> {
  const { settings, profile, fallback } = await providerFor(request, parts);
  const { contextWindow: window } = settings;
  const client = await createPrepared(settings, parts);
  const warnings = await warningsOf(client, request);
  if (fallback.length === 0 || profile === undefined) return { client, window, warnings };
  const { FallbackClient } = await import("@roo-code/providers/fallback");
  const members = fallback.map((name) => memberOf(name, request, parts));
  return { client: new FallbackClient({ name: profile, client }, members, parts.clock), window, warnings };
}

async function createPrepared(settings: ProviderSettings, parts: ClientParts): Promise<RooClient> {
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
      const client = await createPrepared(await settingsOfProfile(name, profile, parts), parts);
      // Throws for a fallback that cannot be used within the limits, which is then skipped and logged.
      await warningsOf(client, request);
      return client;
    },
  };
}

type Model = Pick<ModelClient, "provider" | "model">;

/** An error, because no one would see a warning in an unattended run. */
function unknownPrice({ provider, model }: Model, costUsd: number): RooError {
  return new RooError({
    code: "unknown_price",
    message: `The limit of ${costUsd} USD cannot be enforced: the price of ${model} (${provider}) is not known.`,
    next: `Use another limit: --max-tokens N or --max-turns N. Or set its price per million tokens in a profile: roo profiles add NAME --provider ${provider} --model ${model} --input-price USD --output-price USD`,
  });
}

function warningOfUnknownPrice({ provider, model }: Model, costUsd: number): { code: string; message: string } {
  return {
    code: "unknown_price",
    message: `The price of ${model} (${provider}) is not known, so the limit of ${costUsd} USD has no effect. Use --max-tokens or --max-turns, or give its profile an inputPrice and an outputPrice.`,
  };
}
