import { type ProviderSettings, RooError } from "@roo-code/types";
import { type Environment, firstSet } from "../environment.ts";
import { isRecord, type JsonRecord, parseJson, textOf } from "../json-value.ts";

export const howToSignIn =
  "Run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS to a service account's key file.";

/** Google's credentials document. Holds a secret: never log it. */
export interface GoogleCredentials {
  readonly json: JsonRecord;
  /** Where it was found, for a person. */
  readonly place: string;
}

/**
 * What the person gave (a path, or the document itself), else where Google's tools keep it.
 * Throws `RooError` `bad_credentials` when what was named cannot be read.
 */
export function findGoogleCredentials(
  { credentials }: Pick<ProviderSettings, "credentials">,
  environment: Environment,
): GoogleCredentials | undefined {
  const given = credentials?.trim();
  if (given?.startsWith("{")) return parse(given, "the settings");
  const named = given || firstSet(["GOOGLE_APPLICATION_CREDENTIALS"], environment);
  if (named) return read(expandHome(named, environment));
  const usual = defaultPath(environment);
  return usual === undefined ? undefined : readIfPresent(usual);
}

/** Also what a person's own credentials are billed to. */
export function projectIn({ json }: GoogleCredentials): string | undefined {
  return textOf(json.project_id) ?? textOf(json.quota_project_id);
}

function defaultPath(environment: Environment): string | undefined {
  const { CLOUDSDK_CONFIG: chosen, APPDATA: windows, HOME: home } = environment;
  const folder = chosen || (windows && `${windows}/gcloud`) || (home && `${home}/.config/gcloud`);
  return folder ? `${folder}/application_default_credentials.json` : undefined;
}

function expandHome(path: string, { HOME, USERPROFILE }: Environment): string {
  const home = HOME || USERPROFILE;
  return home ? path.replace(/^~(?=[/\\])/, () => home) : path;
}

function read(path: string): GoogleCredentials {
  const found = readIfPresent(path);
  if (found) return found;
  throw badCredentials(`The Google credentials file ${path} does not exist.`);
}

function readIfPresent(path: string): GoogleCredentials | undefined {
  let text: string;
  try {
    // Every start loads this file; few need to read one.
    text = process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
  } catch (error) {
    if (isRecord(error) && error.code === "ENOENT") return undefined;
    throw badCredentials(`The Google credentials file ${path} cannot be read.`, error);
  }
  return parse(text, path);
}

/** The text is not repeated: it holds the secret. */
function parse(text: string, place: string): GoogleCredentials {
  const json = parseJson(text);
  if (isRecord(json) && textOf(json.type) !== undefined) return { json, place };
  throw badCredentials(`The Google credentials in ${place} are no credentials document in JSON.`);
}

function badCredentials(message: string, cause?: unknown): RooError {
  return new RooError({ code: "bad_credentials", message, next: howToSignIn, cause });
}
