import { isRecord } from "../catalog/canonical-json.ts";
import type { Filled, HubPorts } from "../hub-ports.ts";
import type { RemoteConfiguration, ServerConfiguration, StdioConfiguration } from "../server-configuration.ts";

export type FilledConfiguration<Configuration> = { readonly configuration: Configuration } & Pick<
  Filled,
  "unknown" | "inserted"
>;

/** Variables are put into values, never into the text of a file: what they hold cannot become another key. */
export function fillStdio(
  given: StdioConfiguration,
  { fill }: Pick<HubPorts, "fill">,
): FilledConfiguration<StdioConfiguration> {
  const { command, args, cwd, env } = given;
  const { value, unknown, inserted } = fill({ command, args, cwd, env });
  const filled = isRecord(value) ? value : {};
  const texts = (key: string): string[] => (Array.isArray(filled[key]) ? filled[key].map(String) : []);
  return {
    unknown,
    inserted,
    configuration: {
      ...given,
      command: String(filled.command),
      args: texts("args"),
      ...(typeof filled.cwd === "string" && { cwd: filled.cwd }),
      env: textRecord(filled.env),
    },
  };
}

export function fillRemote(
  given: RemoteConfiguration,
  { fill }: Pick<HubPorts, "fill">,
): FilledConfiguration<RemoteConfiguration> {
  const { url, headers, oauth } = given;
  const { value, unknown, inserted } = fill({ url, headers, oauth });
  const filled = isRecord(value) ? value : {};
  return {
    unknown,
    inserted,
    configuration: {
      ...given,
      url: String(filled.url),
      headers: textRecord(filled.headers),
      ...(isRecord(filled.oauth) && { oauth: textRecord(filled.oauth) }),
    },
  };
}

/** What is said of a server to people: its program, or its address without what may be secret in it. */
export function whereIs(configuration: ServerConfiguration): string {
  if (configuration.type === "stdio") return configuration.command;
  if (!URL.canParse(configuration.url)) return configuration.url.split("?", 1)[0] ?? "";
  const { origin, pathname } = new URL(configuration.url);
  return `${origin}${pathname}`;
}

function textRecord(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, String(inner)]));
}
