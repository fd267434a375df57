/** Scenarios of the suite that are not run, and why. */
export const skippedScenarios: Readonly<Record<string, string>> = {
  "auth/client-credentials-jwt": "an extension: logins without a person are made with headers here",
  "auth/client-credentials-basic": "an extension: logins without a person are made with headers here",
  "auth/enterprise-managed-authorization": "an extension: there is no identity provider of an enterprise to ask",
  "auth/wif-jwt-bearer": "an extension: workloads have no identity here",
  "auth/dpop": "an extension: tokens are bearer tokens here",
  "auth/dpop-nonce": "an extension: tokens are bearer tokens here",
  "sep-2640-client-no-prefetch": "an extension: skills come from files here, not from servers",
  "sep-2640-client-verify-digest": "an extension: skills come from files here, not from servers",
  "sep-2640-client-verify-size": "an extension: skills come from files here, not from servers",
  "sep-2640-client-verify-frontmatter": "an extension: skills come from files here, not from servers",
  "json-schema-2020-12-preservation":
    "schemas are not passed on unchanged: references are inlined and sizes are bounded for the model",
};
