import { type ProviderSettings, RooError } from "@roo-code/types";
import { type Environment, firstSet } from "../environment.ts";
import { isRecord, type JsonRecord, parseJson, textOf } from "../json-value.ts";

export const howToSignIn =
  "Run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS to a service account's key file.";

/** Google's credentials document. Contains a secret: never log it. */
export interface GoogleCredentials {
  readonly json: JsonRecord;
  /** Where it was found, for messages. */
  readonly source: string;
}

/**
 * The credentials of the settings (a path, or the document itself), of the environment, or of Google's tools.
 * Throws `RooError` `bad_credentials` if a configured file cannot be read.
 */
export function findGoogleCredentials(
  { credentials }: Pick<ProviderSettings, "credentials">,
  environment: Environment,
): GoogleCredentials | undefined {
  const configured = credentials?.trim();
  if (configured?.startsWith("{")) return parse(configured, "the settings");
  const path = configured || firstSet(["GOOGLE_APPLICATION_CREDENTIALS"], environment);
  if (path) return read(expandHome(path, environment));
  const fallback = defaultPath(environment);
  return fallback === undefined ? undefined : readIfPresent(fallback);
}

/** The project of the account, or the one that a user's credentials are billed to. */
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
    // This module is loaded on every start, but few starts read the file.
    text = process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
  } catch (error) {
    if (isRecord(error) && error.code === "ENOENT") return undefined;
    throw badCredentials(`The Google credentials file ${path} cannot be read.`, error);
  }
  return parse(text, path);
}

/** The text is not repeated in messages: it contains the secret. */
function parse(text: string, source: string): GoogleCredentials {
  const json = parseJson(text);
  if (isRecord(json) && textOf(json.type) !== undefined) return { json, source };
  throw badCredentials(`The Google credentials in ${source} are not a credentials document in JSON.`);
}

function badCredentials(message: string, cause?: unknown): RooError {
  return new RooError({ code: "bad_credentials", message, next: howToSignIn, cause });
}
