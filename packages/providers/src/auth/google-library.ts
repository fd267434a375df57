/**
 * Named re-exports of Google's library: it is CommonJS, and a bundle that imports it dynamically would only find a
 * default export.
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
