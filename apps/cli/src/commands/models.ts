import { findProvider, type ModelList, providerModels, providerStatuses } from "@roo-code/host";
import { type ModelInfo, RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { toggle } from "../flags.ts";
import { modelTable } from "../model-table.ts";
import { openHost, processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";

const commandLine = {
  usage: "roo models [PROVIDER] [FILTER…]",
  about: `List the models of a provider, or of all that are ready, whose names contain every FILTER: context window, prices, capabilities.
Prices are in US dollars per million tokens; + means that long prompts or certain hours cost more.`,
  flags: {
    refresh: toggle("update the list from the provider"),
    json: toggle("print JSON"),
  },
  positionals: { min: 0, max: 20 },
};

interface Offer {
  readonly provider: string;
  readonly models: readonly ModelInfo[];
}

export async function models(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  const named = findProvider(positionals[0] ?? "");
  const filter = named ? positionals.slice(1) : positionals;
  const ids = named ? [named.id] : await readyProviders();
  const offers: Offer[] = [];
  for (const id of ids)
    offers.push(await offerOf({ id, filter, isRefresh: flags.refresh ?? false, isOnlyProvider: Boolean(named) }));
  if (flags.json) return print(JSON.stringify(offers.flatMap(flatten), null, 2));
  const shown = offers.filter(({ models: found }) => found.length > 0);
  if (shown.length === 0) return print(nothingFound(ids, filter));
  const width = process.stdout.columns ?? 120;
  return print(shown.map((offer) => section(offer, { width, hasHeading: !named })).join("\n\n"));
}

async function readyProviders(): Promise<string[]> {
  const statuses = await providerStatuses({ profiles: openHost().profiles, environment: process.env });
  return statuses.filter(({ isReady }) => isReady).map(({ id }) => id);
}

interface Request {
  readonly id: string;
  readonly filter: readonly string[];
  readonly isRefresh: boolean;
  /** The only provider: its failure is the command's. */
  readonly isOnlyProvider: boolean;
}

/** A local server is always queried: its models change, and a request costs nothing. */
async function offerOf({ id, filter, isRefresh, isOnlyProvider }: Request): Promise<Offer> {
  const isLocal = findProvider(id)?.isLocal ?? false;
  const list = isRefresh || isLocal ? await refreshModels(id, isOnlyProvider) : await listOf(id, false);
  const terms = filter.map((term) => term.toLowerCase());
  const found = list.models.filter((model) =>
    terms.every((term) => `${model.id} ${model.name}`.toLowerCase().includes(term)),
  );
  return { provider: id, models: found };
}

/** Shows progress. If one of several providers fails, its known models are used. */
async function refreshModels(id: string, isOnlyProvider: boolean): Promise<ModelList> {
  process.stderr.write(`querying ${findProvider(id)?.label} …`);
  try {
    const list = await listOf(id, true);
    process.stderr.write(` ${list.models.length} ${list.models.length === 1 ? "model" : "models"}\n`);
    return list;
  } catch (error) {
    process.stderr.write("\n");
    if (isOnlyProvider || !(error instanceof RooError)) throw error;
    process.stderr.write(`! ${visibleText(error.message)}\n`);
    return listOf(id, false);
  }
}

function listOf(id: string, refresh: boolean): Promise<ModelList> {
  const { home, environment } = processContext();
  return providerModels(id, { home, environment, profiles: openHost().profiles, refresh });
}

function section({ provider, models: found }: Offer, { width, hasHeading }: { width: number; hasHeading: boolean }) {
  const rows = modelTable(found, width);
  return hasHeading ? `${provider}\n${rows}` : rows;
}

function flatten({ provider, models: found }: Offer): object[] {
  return found.map((model) => ({ provider, ...model }));
}

function nothingFound(ids: readonly string[], filter: readonly string[]): string {
  if (ids.length === 0) return "No provider is ready. Name one (roo models anthropic), or see: roo providers";
  if (filter.length > 0) return `No model of ${ids.join(", ")} matches ${visibleText(filter.join(" "))}.`;
  return `No models of ${ids.join(", ")} are known yet. Update the list with: roo models ${ids[0]} --refresh`;
}
