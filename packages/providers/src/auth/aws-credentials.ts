import { RooError } from "@roo-code/types";
import type { Connection } from "../connection.ts";
import { firstSet } from "../environment.ts";
import { isRecord, parseJson, textOf } from "../json-value.ts";

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** Called for every request: renews credentials before they expire. Throws `RooError` `missing_credentials`. */
export type AwsCredentialSource = () => Promise<AwsCredentials>;

/**
 * The credentials of the settings (keys, or the name of a profile), else keys from the environment, else those that
 * AWS's own chain finds: profiles, SSO, web identity, containers, the machine's role. Its library is loaded on demand.
 * Throws `RooError` `bad_credentials`.
 */
export function awsCredentialSource(connection: Connection): AwsCredentialSource {
  const { settings, environment } = connection;
  const profile = settings.credentials?.trim() || undefined;
  if (profile?.startsWith("{")) {
    const keys = parseKeys(profile);
    return async () => keys;
  }
  const accessKeyId = firstSet(["AWS_ACCESS_KEY_ID"], environment);
  const secretAccessKey = firstSet(["AWS_SECRET_ACCESS_KEY"], environment);
  if (profile === undefined && accessKeyId && secretAccessKey) {
    const found = { accessKeyId, secretAccessKey, sessionToken: firstSet(["AWS_SESSION_TOKEN"], environment) };
    return async () => found;
  }
  return chainFor(connection, profile ?? firstSet(["AWS_PROFILE"], environment));
}

/** The text is not repeated in messages: it contains the secret. */
function parseKeys(text: string): AwsCredentials {
  const json = parseJson(text);
  const keys = isRecord(json) ? json : {};
  const accessKeyId = textOf(keys.accessKeyId);
  const secretAccessKey = textOf(keys.secretAccessKey);
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey, sessionToken: textOf(keys.sessionToken) };
  throw new RooError({
    code: "bad_credentials",
    message: "The AWS credentials in the settings lack an accessKeyId or a secretAccessKey.",
    next: 'Set them as {"accessKeyId": "…", "secretAccessKey": "…"}, or use the name of an AWS profile.',
  });
}

function chainFor(connection: Connection, profile: string | undefined): AwsCredentialSource {
  const { environment } = connection;
  const filepath = firstSet(["AWS_SHARED_CREDENTIALS_FILE"], environment);
  const configFilepath = firstSet(["AWS_CONFIG_FILE"], environment);
  let chain: AwsCredentialSource | undefined;
  return async () => {
    try {
      const { defaultProvider } = await import("@aws-sdk/credential-provider-node");
      chain ??= defaultProvider({
        profile: profile || undefined,
        filepath: filepath || undefined,
        configFilepath: configFilepath || undefined,
      });
      return await chain();
    } catch (cause) {
      throw missingCredentials(connection, profile, cause);
    }
  };
}

function missingCredentials({ row, quote }: Connection, profile: string | undefined, cause: unknown): RooError {
  const reason = quote(cause instanceof Error ? cause.message : "", 300);
  const location = profile === undefined ? "" : ` in the profile "${profile}"`;
  const login = profile === undefined ? "aws sso login" : `aws sso login --profile ${profile}`;
  return new RooError({
    code: "missing_credentials",
    message: `${row.label} found no AWS credentials${location}${reason && `: ${reason.replace(/\.$/, "")}`}.`,
    next: `Set AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or run "${login}".`,
  });
}
