import { isRecord } from "../catalog/canonical-json.ts";
import type { Filled, HubPorts } from "../hub-ports.ts";
import type { RemoteConfiguration, ServerConfiguration, StdioConfiguration } from "../server-configuration.ts";

export type FilledConfiguration<Configuration> = { readonly configuration: Configuration } & Pick<
  Filled,
  "unknown" | "inserted"
>;

/** Variables are replaced in values, never in the text of a file, so that their content cannot add keys. */
export function fillStdio(
  original: StdioConfiguration,
  { fill }: Pick<HubPorts, "fill">,
): FilledConfiguration<StdioConfiguration> {
  const { command, args, cwd, env } = original;
  const { value, unknown, inserted } = fill({ command, args, cwd, env });
  const filled = isRecord(value) ? value : {};
  const texts = (key: string): string[] => (Array.isArray(filled[key]) ? filled[key].map(String) : []);
  return {
    unknown,
    inserted,
    configuration: {
      ...original,
      command: String(filled.command),
      args: texts("args"),
      cwd: typeof filled.cwd === "string" ? filled.cwd : undefined,
      env: textRecord(filled.env),
    },
  };
}

export function fillRemote(
  original: RemoteConfiguration,
  { fill }: Pick<HubPorts, "fill">,
): FilledConfiguration<RemoteConfiguration> {
  const { url, headers, oauth } = original;
  const { value, unknown, inserted } = fill({ url, headers, oauth });
  const filled = isRecord(value) ? value : {};
  return {
    unknown,
    inserted,
    configuration: {
      ...original,
      url: String(filled.url),
      headers: textRecord(filled.headers),
      oauth: isRecord(filled.oauth) ? textRecord(filled.oauth) : undefined,
    },
  };
}

/** A server's location for people: its program, or its URL without parts that may be secret. */
export function whereIs(configuration: ServerConfiguration): string {
  if (configuration.type === "stdio") return configuration.command;
  if (!URL.canParse(configuration.url)) return configuration.url.split("?", 1)[0] ?? "";
  const { origin, pathname } = new URL(configuration.url);
  return `${origin}${pathname}`;
}

function textRecord(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  const present = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(present.map(([key, inner]) => [key, String(inner)]));
}
