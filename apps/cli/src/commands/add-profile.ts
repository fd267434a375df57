import { findProvider } from "@roo-code/host";
import { type Profile, RooError, reasoningEfforts } from "@roo-code/types";
import { type Parsed, parseCommandLine } from "../command-line.ts";
import { choice, integer, numberBetween, positiveNumber, text, texts } from "../flags.ts";
import { openHost } from "../process-context.ts";
import { showNotices } from "../show-notices.ts";
import { visibleText } from "../terminal-text.ts";

const flags = {
  provider: text("ID", "whose model (roo providers)"),
  model: text("ID", "which model (roo models ID)"),
  "base-url": text("URL", "the provider's address, for a compatible or local one"),
  "api-key": text("KEY", "the key, or a reference such as '${env:OPENAI_API_KEY}'"),
  "max-tokens": integer("N", "most tokens of one reply"),
  temperature: numberBetween("T", "the sampling temperature", 0, 2),
  "reasoning-effort": choice(reasoningEfforts, "how much the model thinks before it answers"),
  "max-thinking-tokens": integer("N", "most tokens of thought, for models that take a number"),
  "context-window": integer("N", "size of the context in tokens, where it is not the usual one"),
  "input-price": positiveNumber("USD", "what a million tokens of input cost, where no list says it"),
  "output-price": positiveNumber("USD", "what a million tokens of output cost"),
  region: text("NAME", "of a cloud: us-east-1, europe-west1, …"),
  project: text("ID", "of a cloud: Google's project"),
  credentials: text("NAME", "of a cloud: the AWS profile, or Google's credentials file"),
  "api-version": text("DATE", "Azure's version of its interface"),
  "service-tier": text("NAME", "flex, priority, … where the vendor sells such"),
  header: texts("NAME=VALUE", "sent with every request; may be given several times"),
  fallback: texts("NAME", "profile to go on with when this one fails; may be given several times"),
};

const commandLine = {
  usage: "roo profiles add NAME --provider ID",
  about: "Adds a profile, or replaces it.",
  flags,
  positionals: { min: 1, max: 1 },
};

export async function addProfile(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const [name = ""] = parsed.positionals;
  showNotices(await openHost().profiles.save(name, profileOf(name, parsed.flags)));
  const shown = /^[\w.-]+$/.test(name) ? name : `'${visibleText(name).replaceAll("'", String.raw`'\''`)}'`;
  process.stdout.write(`saved ${shown}. Use it with: roo profiles use ${shown}   or: roo run --profile ${shown} "…"\n`);
  return 0;
}

function profileOf(name: string, given: Parsed<typeof flags>["flags"]): Profile {
  const { provider, header, fallback, region, project, credentials, temperature } = given;
  if (provider === undefined) throw wrongUsage("A profile needs a provider.", name);
  if (!findProvider(provider)) throw unknownProvider(provider);
  if (holdsPassword(given["base-url"])) throw wrongUsage("The base URL must not hold a user name or password.", name);
  const settings = {
    apiModelId: given.model,
    apiBaseUrl: given["base-url"],
    apiKey: given["api-key"],
    maxTokens: given["max-tokens"],
    temperature,
    reasoningEffort: given["reasoning-effort"],
    maxThinkingTokens: given["max-thinking-tokens"],
    contextWindow: given["context-window"],
    inputPrice: given["input-price"],
    outputPrice: given["output-price"],
    region,
    project,
    credentials,
    apiVersion: given["api-version"],
    serviceTier: given["service-tier"],
    headers: header.length > 0 ? Object.fromEntries(header.map((pair) => headerOf(pair, name))) : undefined,
    fallback: fallback.length > 0 ? fallback : undefined,
  };
  return {
    apiProvider: provider,
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
  };
}

function unknownProvider(id: string): RooError {
  const message = `There is no provider "${visibleText(id)}".`;
  return new RooError({ code: "unknown_provider", message, next: "See them with: roo providers" });
}

function holdsPassword(address = ""): boolean {
  const url = URL.parse(address);
  return url !== null && (url.username !== "" || url.password !== "");
}

function headerOf(pair: string, name: string): [string, string] {
  const [, header, value] = /^([A-Za-z0-9-]+)=(.*)$/s.exec(pair) ?? [];
  if (header === undefined || value === undefined) throw wrongUsage("A header is given as NAME=VALUE.", name);
  return [header, value];
}

function wrongUsage(message: string, name: string): RooError {
  const next = `roo profiles add ${name} --provider openai --model …`;
  return new RooError({ code: "wrong_usage", message, next });
}
