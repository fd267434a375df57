import { findProvider } from "@roo-code/host";
import { type Profile, RooError, reasoningEfforts } from "@roo-code/types";
import { type Parsed, parseCommandLine } from "../command-line.ts";
import { choice, integer, numberBetween, positiveNumber, text, texts } from "../flags.ts";
import { openHost } from "../process-context.ts";
import { showNotices } from "../show-notices.ts";
import { visibleText } from "../terminal-text.ts";

const flags = {
  provider: text("ID", "the provider (see roo providers)"),
  model: text("ID", "the model (see roo models ID)"),
  "base-url": text("URL", "the base URL of a compatible or local provider"),
  "api-key": text("KEY", "the API key, or a reference such as '${env:OPENAI_API_KEY}'"),
  "max-tokens": integer("N", "maximum tokens of one reply"),
  temperature: numberBetween("T", "the sampling temperature", 0, 2),
  "reasoning-effort": choice(reasoningEfforts, "how much the model reasons before it answers"),
  "max-thinking-tokens": integer("N", "maximum reasoning tokens, for models that support it"),
  "context-window": integer("N", "context window in tokens, if it is not the model's default"),
  "input-price": positiveNumber("USD", "price per million input tokens, if not known"),
  "output-price": positiveNumber("USD", "price per million output tokens, if not known"),
  region: text("NAME", "cloud region: us-east-1, europe-west1, …"),
  project: text("ID", "Google Cloud project"),
  credentials: text("NAME", "AWS profile, or Google credentials file"),
  "api-version": text("DATE", "Azure API version"),
  "service-tier": text("NAME", "flex, priority, … if the provider has service tiers"),
  header: texts("NAME=VALUE", "extra HTTP header; may be given several times"),
  fallback: texts("NAME", "profile to use when this one fails; may be given several times"),
};

const commandLine = {
  usage: "roo profiles add NAME --provider ID",
  about: "Add a profile, or replace it.",
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

function profileOf(name: string, values: Parsed<typeof flags>["flags"]): Profile {
  const { provider, header, fallback, region, project, credentials, temperature } = values;
  if (provider === undefined) throw wrongUsage("Missing flag: --provider", name);
  if (!findProvider(provider)) throw unknownProvider(provider);
  if (hasCredentials(values["base-url"]))
    throw wrongUsage("The base URL must not contain a user name or password.", name);
  const settings = {
    apiModelId: values.model,
    apiBaseUrl: values["base-url"],
    apiKey: values["api-key"],
    maxTokens: values["max-tokens"],
    temperature,
    reasoningEffort: values["reasoning-effort"],
    maxThinkingTokens: values["max-thinking-tokens"],
    contextWindow: values["context-window"],
    inputPrice: values["input-price"],
    outputPrice: values["output-price"],
    region,
    project,
    credentials,
    apiVersion: values["api-version"],
    serviceTier: values["service-tier"],
    headers: header.length > 0 ? Object.fromEntries(header.map((pair) => headerOf(pair, name))) : undefined,
    fallback: fallback.length > 0 ? fallback : undefined,
  };
  return {
    apiProvider: provider,
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
  };
}

function unknownProvider(id: string): RooError {
  const message = `Unknown provider: "${visibleText(id)}"`;
  return new RooError({ code: "unknown_provider", message, next: "List providers with: roo providers" });
}

function hasCredentials(address = ""): boolean {
  const url = URL.parse(address);
  return url !== null && (url.username !== "" || url.password !== "");
}

function headerOf(pair: string, name: string): [string, string] {
  const [, header, value] = /^([A-Za-z0-9-]+)=(.*)$/s.exec(pair) ?? [];
  if (header === undefined || value === undefined) throw wrongUsage("Headers have the form NAME=VALUE.", name);
  return [header, value];
}

function wrongUsage(message: string, name: string): RooError {
  const next = `roo profiles add ${name} --provider openai --model …`;
  return new RooError({ code: "wrong_usage", message, next });
}
