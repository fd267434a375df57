/**
 * What is used of Google's library, by name: it is CommonJS, and a bundle that imported it when it is needed would find
 * nothing but a default export.
 */
export {
  AwsClient,
  Compute,
  ExternalAccountAuthorizedUserClient,
  gaxios,
  gcpMetadata,
  IdentityPoolClient,
  JWT,
  OAuth2Client,
  PluggableAuthClient,
  UserRefreshClient,
} from "google-auth-library";
