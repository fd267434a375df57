import { hasSecretShape } from "../../secrets/secret-shape.ts";
import { isReference, isSecretName, looksSecret, variableName } from "../secret-value.ts";
import type { McpServer } from "./read-servers.ts";

/** Called for every secret that was replaced. */
interface Replacements {
  note(text: string): void;
  addStraySecret(key: string): void;
}

/** The text of the file. Secrets are replaced by references to environment variables, each with a note. */
export function mcpFile(servers: ReadonlyMap<string, McpServer>, replacements: Replacements): string {
  const entries = [...servers].map(([name, server]) => [name, withoutSecrets(name, server, replacements)]);
  return `${JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, 2)}\n`;
}

function withoutSecrets(name: string, server: McpServer, replacements: Replacements): McpServer {
  const replace: Replace = (what, variable, secret) => {
    replacements.note(
      `MCP server ${name}: set the environment variable ${variable} for ${what}; its value was not copied.`,
    );
    replacements.addStraySecret(secret);
    return `\${env:${variable}}`;
  };
  const { env, headers, args, url } = server;
  return {
    ...server,
    env: env && mapValues(env, (key, value) => (looksSecret(key, value) ? replace(key, key, value) : value)),
    headers: headers && mapValues(headers, (key, value) => plainHeader(name, { key, value }, replace)),
    args: args && plainArguments(name, args, replace),
    url: url === undefined ? undefined : plainUrl(name, url, replace),
  };
}

type Replace = (what: string, variable: string, secret: string) => string;

function plainHeader(server: string, header: { key: string; value: string }, replace: Replace): string {
  const { key, value } = header;
  if (!looksSecret(key, value)) return value;
  const [, scheme = ""] = /^((?:bearer|basic|token)\s+)/i.exec(value) ?? [];
  return (
    scheme +
    replace(`the header ${key}`, variableName(server, scheme === "" ? key : "token"), value.slice(scheme.length))
  );
}

/** `--api-key VALUE`, `--token=VALUE`, and anything that looks like a key. */
function plainArguments(server: string, args: readonly string[], replace: Replace): string[] {
  return args.map((argument, index) => {
    const [, flag, value] = /^(--?[\w-]+=)(.*)$/s.exec(argument) ?? [];
    if (flag !== undefined && value !== undefined && looksSecret(flag.slice(0, -1), value))
      return flag + replace(`the argument ${flag.slice(0, -1)}`, variableName(server, flag), value);
    const before = args[index - 1] ?? "";
    const isNamed = /^--?[\w-]+$/.test(before) && isSecretName(before) && !argument.startsWith("-");
    if (isReference(argument) || (!isNamed && !hasSecretShape(argument))) return argument;
    return replace(`argument ${index + 1}`, variableName(server, isNamed ? before : `argument_${index + 1}`), argument);
  });
}

function plainUrl(server: string, url: string, replace: Replace): string {
  const withoutPassword = url.replace(
    /^([a-z][a-z0-9+.-]*:\/\/[^/\s:@]*):([^/\s@]+)@/i,
    (_, start: string, password: string) =>
      `${start}:${replace("the password in its URL", variableName(server, "password"), password)}@`,
  );
  return withoutPassword.replaceAll(/([?&])([^=&#]+)=([^&#]*)/g, (pair, sign: string, key: string, value: string) =>
    looksSecret(key, value) ? `${sign}${key}=${replace(`${key} in its URL`, variableName(server, key), value)}` : pair,
  );
}

function mapValues(record: Readonly<Record<string, string>>, change: (key: string, value: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(key, value)]));
}
