import type {
  AuthClient,
  AwsClientOptions,
  ExternalAccountAuthorizedUserClientOptions,
  IdentityPoolClientOptions,
  PluggableAuthClientOptions,
} from "google-auth-library";
import { type JsonRecord, recordOf, textOf } from "../json-value.ts";
import type { GoogleLibrary } from "./google-transporter.ts";

/** An account of another cloud or identity provider; undefined when the document describes none. */
export function createExternalClient(library: GoogleLibrary, document: JsonRecord): AuthClient | undefined {
  if (isSignedInPerson(document)) return new library.ExternalAccountAuthorizedUserClient(document);
  if (isOfAws(document)) return new library.AwsClient(document);
  if (isOfProgram(document)) return new library.PluggableAuthClient(document);
  return isOfPool(document) ? new library.IdentityPoolClient(document) : undefined;
}

function isSignedInPerson(document: JsonRecord): document is JsonRecord & ExternalAccountAuthorizedUserClientOptions {
  const isComplete = hasTexts(document, ["client_id", "client_secret", "refresh_token"]);
  return document.type === "external_account_authorized_user" && isComplete;
}

function isOfAws(document: JsonRecord): document is JsonRecord & AwsClientOptions {
  return isExternal(document) && "environment_id" in recordOf(document.credential_source);
}

function isOfProgram(document: JsonRecord): document is JsonRecord & PluggableAuthClientOptions {
  return isExternal(document) && "executable" in recordOf(document.credential_source);
}

/** The rest is checked by the library. */
function isOfPool(document: JsonRecord): document is JsonRecord & IdentityPoolClientOptions {
  return isExternal(document);
}

function isExternal(document: JsonRecord): boolean {
  return document.type === "external_account" && hasTexts(document, ["audience", "subject_token_type", "token_url"]);
}

function hasTexts(document: JsonRecord, names: readonly string[]): boolean {
  return names.every((name) => textOf(document[name]) !== undefined);
}
