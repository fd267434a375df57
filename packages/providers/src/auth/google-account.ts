import { RooError } from "@roo-code/types";
import type {
  AuthClient,
  AwsClientOptions,
  ExternalAccountAuthorizedUserClientOptions,
  IdentityPoolClientOptions,
  PluggableAuthClientOptions,
} from "google-auth-library";
import { type JsonRecord, recordOf, textOf } from "../json-value.ts";
import { type GoogleCredentials, howToSignIn } from "./google-credentials.ts";
import { type ClientOptions, createTransporter, type GoogleLibrary, type TokenAccess } from "./google-transporter.ts";

const scopes = ["https://www.googleapis.com/auth/cloud-platform"];

/** A client that fetches tokens for the account of a credentials document. Throws if it is incomplete. */
export function createAccountClient(
  library: GoogleLibrary,
  credentials: GoogleCredentials,
  access: TokenAccess,
): AuthClient {
  const { json } = credentials;
  const options = { transporter: createTransporter(library, access, textOf(json.token_uri)) };
  switch (json.type) {
    case "service_account":
      return serviceAccount(library, credentials, options);
    case "authorized_user":
      return userAccount(library, json, options);
    case "impersonated_service_account":
      return impersonated(library, credentials, access);
    default: {
      const client = createExternalClient(library, { ...json, scopes, ...options });
      if (client) return client;
      throw badCredentials(credentials, "are incomplete, or of an unknown type");
    }
  }
}

function serviceAccount(library: GoogleLibrary, credentials: GoogleCredentials, options: ClientOptions): AuthClient {
  const { json } = credentials;
  const email = textOf(json.client_email);
  const key = textOf(json.private_key);
  if (email === undefined || key === undefined) throw badCredentials(credentials, "lack client_email or private_key");
  const tokenServer = textOf(json.token_uri);
  const quotaProjectId = textOf(json.quota_project_id);
  const universeDomain = textOf(json.universe_domain);
  return new library.JWT({
    ...options,
    email,
    key,
    scopes,
    additionalClaims: tokenServer !== undefined ? { aud: tokenServer } : undefined,
    quotaProjectId,
    universeDomain,
  });
}

function userAccount(library: GoogleLibrary, json: JsonRecord, options: ClientOptions): AuthClient {
  const client = new library.UserRefreshClient(options);
  client.fromJSON(json);
  return client;
}

/** Impersonation: exchanges the token of one account for a token of another. */
function impersonated(library: GoogleLibrary, credentials: GoogleCredentials, access: TokenAccess): AuthClient {
  const { json, source: location } = credentials;
  const url = textOf(json.service_account_impersonation_url);
  if (url === undefined) throw badCredentials(credentials, "lack service_account_impersonation_url");
  const source = createAccountClient(library, { json: recordOf(json.source_credentials), source: location }, access);
  const transporter = createTransporter(library, access);
  const client = new library.OAuth2Client({ transporter });
  client.refreshHandler = async () => {
    const headers = await source.getRequestHeaders();
    const data = { delegates: json.delegates, scope: scopes };
    const answer = recordOf((await transporter.request({ url, method: "POST", headers, data })).data);
    return {
      access_token: textOf(answer.accessToken) ?? "",
      expiry_date: Date.parse(textOf(answer.expireTime) ?? "") || Date.now(),
    };
  };
  return client;
}

function badCredentials({ source }: GoogleCredentials, problem: string): RooError {
  const message = `The Google credentials in ${source} ${problem}.`;
  return new RooError({ code: "bad_credentials", message, next: howToSignIn });
}

/** An account of another cloud or identity provider; undefined if the document describes none. */
function createExternalClient(library: GoogleLibrary, document: JsonRecord): AuthClient | undefined {
  if (isExternalUser(document)) return new library.ExternalAccountAuthorizedUserClient(document);
  if (isAwsAccount(document)) return new library.AwsClient(document);
  if (isPluggable(document)) return new library.PluggableAuthClient(document);
  return isIdentityPool(document) ? new library.IdentityPoolClient(document) : undefined;
}

function isExternalUser(document: JsonRecord): document is JsonRecord & ExternalAccountAuthorizedUserClientOptions {
  const isComplete = hasTexts(document, ["client_id", "client_secret", "refresh_token"]);
  return document.type === "external_account_authorized_user" && isComplete;
}

function isAwsAccount(document: JsonRecord): document is JsonRecord & AwsClientOptions {
  return isExternal(document) && "environment_id" in recordOf(document.credential_source);
}

function isPluggable(document: JsonRecord): document is JsonRecord & PluggableAuthClientOptions {
  return isExternal(document) && "executable" in recordOf(document.credential_source);
}

/** The library checks the rest. */
function isIdentityPool(document: JsonRecord): document is JsonRecord & IdentityPoolClientOptions {
  return isExternal(document);
}

function isExternal(document: JsonRecord): boolean {
  return document.type === "external_account" && hasTexts(document, ["audience", "subject_token_type", "token_url"]);
}

function hasTexts(document: JsonRecord, names: readonly string[]): boolean {
  return names.every((name) => textOf(document[name]) !== undefined);
}
