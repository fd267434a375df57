import { type ProviderSettings, RooError } from "@roo-code/types";
import { findGoogleCredentials, projectIn } from "./auth/google-credentials.ts";
import type { ProviderRow } from "./catalog/provider-row.ts";
import { type Environment, firstSet } from "./environment.ts";

/** The base URL of the settings, else of the environment, else of the row. Throws `RooError` `bad_base_url`. */
export function findBaseUrl(row: ProviderRow, settings: ProviderSettings, environment: Environment): URL {
  const configured = settings.apiBaseUrl?.trim() || firstSet(row.baseUrlVariables ?? [], environment);
  const text = configured
    ? (row.readAddress?.(configured) ?? configured)
    : fillPlaceholders(row, settings, environment);
  if (!text) throw badBaseUrl(`${row.label} has no base URL.`, row.baseUrlVariables);
  // The URL itself is not repeated: it may contain a password.
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw badBaseUrl(`The base URL for ${row.label} is not an http(s) URL.`);
  if (url.username || url.password) throw badBaseUrl(`The base URL for ${row.label} contains a user name or password.`);
  url.pathname = url.pathname.replace(/\/+$/, "").replace(/\/(chat\/completions|messages|responses)$/, "");
  return url;
}

/** The row's base URL with its region and project. */
function fillPlaceholders(row: ProviderRow, settings: ProviderSettings, environment: Environment): string | undefined {
  return row.baseUrl
    ?.replaceAll("{region}-aiplatform", () => vertexHost(regionOf(row, settings, environment) ?? ""))
    .replaceAll("{region}", () => regionOf(row, settings, environment) ?? "")
    .replaceAll("{project}", () => projectOf(row, settings, environment));
}

/** The host before `.googleapis.com`; some locations of Google are not single regions. */
function vertexHost(region: string): string {
  if (region === "global") return "aiplatform";
  return region === "us" || region === "eu" ? `aiplatform.${region}.rep` : `${region}-aiplatform`;
}

export function regionOf(row: ProviderRow, settings: ProviderSettings, environment: Environment): string | undefined {
  const region = settings.region?.trim() || firstSet(row.region?.variables ?? [], environment) || row.region?.default;
  if (region === undefined || /^[a-z0-9-]+$/.test(region)) return region;
  const message = `"${region}" is not a valid region for ${row.label}.`;
  throw new RooError({ code: "bad_region", message, next: "Regions look like us-east-1 or europe-west1." });
}

function projectOf(row: ProviderRow, settings: ProviderSettings, environment: Environment): string {
  const variables = row.project?.variables ?? [];
  const project =
    settings.project?.trim() || firstSet(variables, environment) || projectOfCredentials(row, settings, environment);
  if (project && /^[a-z0-9:.-]+$/i.test(project)) return project;
  throw new RooError({
    code: "missing_project",
    message: `${row.label} needs a project id${project ? `, and "${project}" is not valid` : ""}.`,
    next: `Set ${variables.join(" or ")}, or "project" in the profile.`,
  });
}

function projectOfCredentials(
  row: ProviderRow,
  settings: ProviderSettings,
  environment: Environment,
): string | undefined {
  const credentials = row.auth === "google" ? findGoogleCredentials(settings, environment) : undefined;
  return credentials && projectIn(credentials);
}

function badBaseUrl(message: string, variables: readonly string[] = []): RooError {
  const setting = variables.length > 0 ? `Set ${variables.join(" or ")}, or pass` : "Pass";
  const next = `${setting} --base-url with the URL up to and including the version, such as https://example.com/v1.`;
  return new RooError({ code: "bad_base_url", message, next });
}
