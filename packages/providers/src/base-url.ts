import { type ProviderSettings, RooError } from "@roo-code/types";
import { findGoogleCredentials, projectIn } from "./auth/google-credentials.ts";
import type { ProviderRow } from "./catalog/provider-row.ts";
import { type Environment, firstSet } from "./environment.ts";

/** Where a provider is: what the person gave, else the environment, else the row. Throws `RooError` `bad_base_url`. */
export function findBaseUrl(row: ProviderRow, settings: ProviderSettings, environment: Environment): URL {
  const given = settings.apiBaseUrl?.trim() || firstSet(row.baseUrlVariables ?? [], environment);
  const text = given ? (row.readAddress?.(given) ?? given) : fillPlaces(row, settings, environment);
  if (!text) throw badBaseUrl(`${row.label} has no base URL.`, row.baseUrlVariables);
  // The address itself is not repeated: it may hold a password.
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw badBaseUrl(`The base URL for ${row.label} is no http(s) address.`);
  if (url.username || url.password) throw badBaseUrl(`The base URL for ${row.label} holds a user name or password.`);
  url.pathname = url.pathname.replace(/\/+$/, "").replace(/\/(chat\/completions|messages|responses)$/, "");
  return url;
}

/** The row's address with its region and project. */
function fillPlaces(row: ProviderRow, settings: ProviderSettings, environment: Environment): string | undefined {
  return row.baseUrl
    ?.replaceAll("{region}-aiplatform", () => vertexHost(regionOf(row, settings, environment) ?? ""))
    .replaceAll("{region}", () => regionOf(row, settings, environment) ?? "")
    .replaceAll("{project}", () => projectOf(row, settings, environment));
}

/** Before `.googleapis.com`: some places of Google's are no single region. */
function vertexHost(region: string): string {
  if (region === "global") return "aiplatform";
  return region === "us" || region === "eu" ? `aiplatform.${region}.rep` : `${region}-aiplatform`;
}

export function regionOf(row: ProviderRow, settings: ProviderSettings, environment: Environment): string | undefined {
  const region = settings.region?.trim() || firstSet(row.region?.variables ?? [], environment) || row.region?.default;
  if (region === undefined || /^[a-z0-9-]+$/.test(region)) return region;
  const message = `"${region}" is no region of ${row.label}.`;
  throw new RooError({ code: "bad_region", message, next: "Regions look like us-east-1 or europe-west1." });
}

function projectOf(row: ProviderRow, settings: ProviderSettings, environment: Environment): string {
  const variables = row.project?.variables ?? [];
  const project =
    settings.project?.trim() || firstSet(variables, environment) || ownProject(row, settings, environment);
  if (project && /^[a-z0-9:.-]+$/i.test(project)) return project;
  throw new RooError({
    code: "missing_project",
    message: `${row.label} needs the id of a project${project ? `, and "${project}" is none` : ""}.`,
    next: `Set ${variables.join(" or ")}, or "project" in the profile.`,
  });
}

/** The one that the credentials belong to. */
function ownProject(row: ProviderRow, settings: ProviderSettings, environment: Environment): string | undefined {
  const credentials = row.auth === "google" ? findGoogleCredentials(settings, environment) : undefined;
  return credentials && projectIn(credentials);
}

function badBaseUrl(message: string, variables: readonly string[] = []): RooError {
  const way = variables.length > 0 ? `Set ${variables.join(" or ")}, or pass` : "Pass";
  const next = `${way} --base-url with the address up to and including the version, like https://example.com/v1.`;
  return new RooError({ code: "bad_base_url", message, next });
}
