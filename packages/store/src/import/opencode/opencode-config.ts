import type { Profile } from "@roo-code/types";
import type { Findings } from "../findings.ts";
import type { ImportScope } from "../import-source.ts";
import { type McpServer, seconds, textList, textsAs } from "../mcp/read-servers.ts";
import { isRecord, numberOf, type Plain, recordOf, textOf, textsOf } from "../plain-value.ts";
import { holdsSecret } from "../secret-value.ts";

interface Sources {
  readonly name: string;
  readonly config: Plain;
  readonly auth: Plain;
}

/** Imports each configured provider as a profile; the one of the selected model with that model. */
export function importOpencodeProfiles(findings: Findings, { name, config, auth }: Sources): void {
  const providers = recordOf(config.provider);
  const [selected, model] = splitModel(textOf(config.model));
  const ids = new Set([...(selected === undefined ? [] : [selected]), ...Object.keys(providers), ...Object.keys(auth)]);
  for (const id of ids) {
    const options = recordOf(recordOf(providers[id]).options);
    const stored = recordOf(auth[id]);
    if (id !== selected && providers[id] === undefined && keyOf(stored) === undefined) {
      noteSkipped(findings, { profile: id, options, stored });
      continue;
    }
    const configured = textOf(options.apiKey);
    const reference = configured === undefined ? undefined : /^\{env:([^}]+)\}$/.exec(configured)?.[1];
    const key =
      reference === undefined && !configured?.startsWith("{file:") ? (configured ?? keyOf(stored)) : undefined;
    const profile = profileOf({
      id,
      provider: recordOf(providers[id]),
      options,
      model: id === selected ? model : undefined,
    });
    const apiKey = reference === undefined ? key : `\${env:${reference}}`;
    const profileName = id === selected ? name : `${name}-${id}`;
    const free = findings.addProfile(profileName, { ...profile, apiKey });
    if (id === selected) findings.setSetting("profile", free);
    noteSkipped(findings, { profile: free ?? profileName, options, stored });
  }
}

function splitModel(model: string | undefined): [string | undefined, string | undefined] {
  const [, provider, name] = /^([^/]+)\/(.+)$/s.exec(model ?? "") ?? [];
  return [provider, name];
}

function keyOf(stored: Plain): string | undefined {
  return stored.type === "api" ? textOf(stored.key) : undefined;
}

function profileOf(parts: { id: string; provider: Plain; options: Plain; model: string | undefined }): Profile {
  const { id, provider, options, model } = parts;
  const url = textOf(options.baseURL) ?? textOf(provider.api);
  const isCompatible = /openai-compatible/.test(textOf(provider.npm) ?? "");
  const [first] = Object.keys(recordOf(provider.models));
  const headers = textsOf(options.headers);
  return {
    apiProvider: isCompatible ? "openai-compatible" : id,
    apiModelId: model ?? first,
    apiBaseUrl: url,
    headers: Object.keys(headers).length > 0 ? headers : undefined,
  };
}

function noteSkipped(findings: Findings, found: { profile: string; options: Plain; stored: Plain }): void {
  const { profile, options, stored } = found;
  if (stored.type === "oauth" || stored.type === "wellknown")
    findings.note(`Profile ${profile} was signed in with an account; that cannot be used here.`);
  for (const value of [stored.key, stored.refresh, stored.access, stored.token])
    if (typeof value === "string") findings.addStraySecret(value);
  const others = Object.entries(options).filter(([key]) => !["apiKey", "baseURL", "headers"].includes(key));
  for (const [key, value] of others)
    findings.note(
      `Profile ${profile}: ${key} ${holdsSecret({ [key]: value }) ? "contains secrets and " : ""}was not copied.`,
    );
  for (const [key, value] of others)
    if (typeof value === "string" && holdsSecret({ [key]: value })) findings.addStraySecret(value);
  if (textOf(options.apiKey)?.startsWith("{file:"))
    findings.note(`Profile ${profile}: its key is in a file and was not copied.`);
}

const known = new Set("type command cwd environment enabled timeout url headers".split(" "));

export function importOpencodeServers(
  findings: Findings,
  servers: unknown,
  where: { scope: ImportScope; source: string },
): void {
  for (const [name, value] of Object.entries(recordOf(servers))) {
    if (!isRecord(value) || (value.command === undefined && value.url === undefined)) {
      findings.note(`MCP server ${name} has neither a command nor a URL.`);
      continue;
    }
    const others = Object.keys(value).filter((key) => !known.has(key));
    if (others.length > 0) findings.note(`MCP server ${name}: ${others.join(", ")} has no equivalent here.`);
    findings.addServer(name, toServer(value), where);
  }
}

function toServer(value: Plain): McpServer {
  const timeout = numberOf(value.timeout);
  const common: McpServer = {
    disabled: value.enabled === false ? true : undefined,
    // Milliseconds there.
    timeout: timeout !== undefined ? seconds(timeout / 1000) : undefined,
  };
  const url = textOf(value.url);
  if (url !== undefined)
    return {
      type: "streamable-http",
      url: withVariables(url),
      ...textsWithVariables("headers", value.headers),
      ...common,
    };
  const [command = "", ...args] = textList(value.command).map(withVariables);
  const cwd = textOf(value.cwd);
  return { command, args, cwd, ...textsWithVariables("env", value.environment), ...common };
}

function textsWithVariables<Key extends "env" | "headers">(
  key: Key,
  value: unknown,
): { [K in Key]?: Record<string, string> } {
  const entries = Object.entries(recordOf(value)).map(([name, item]) => [
    name,
    typeof item === "string" ? withVariables(item) : item,
  ]);
  return textsAs(key, Object.fromEntries(entries));
}

function withVariables(text: string): string {
  return text.replaceAll(/\{env:([^}]+)\}/g, "${env:$1}");
}
