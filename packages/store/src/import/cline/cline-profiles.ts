import { type Profile, profileSchema } from "@roo-code/types";
import type { Findings } from "../findings.ts";
import { isRecord, numberOf, type Plain, recordOf, textOf } from "../plain-value.ts";
import { holdsSecret } from "../secret-value.ts";

/** Brings the providers of Cline's `providers.json` over, each as a profile of its own. */
export function bringClineProfiles(findings: Findings, file: Plain): void {
  for (const [id, entry] of Object.entries(recordOf(file.providers))) {
    const settings = recordOf(recordOf(entry).settings);
    const provider = textOf(settings.provider) ?? id;
    const name = findings.addProfile(`cline-${id}`, profileOf(findings, provider, settings), keysOf(settings));
    if (file.lastUsedProvider === id) findings.setSetting("profile", name);
    if (textOf(recordOf(settings.auth).refreshToken) !== undefined)
      findings.note(`Profile ${name} was signed in with an account; sign in again here.`);
  }
}

function profileOf(findings: Findings, provider: string, settings: Plain): Profile {
  const { reasoning, aws, gcp, azure, region, contextWindow } = settings;
  const extras = { reasoning, aws: withoutKeys(aws), gcp, azure, region, contextWindow };
  const kept = Object.entries(extras).filter(([, value]) => value !== undefined);
  if (isRecord(settings.headers)) noteHeaders(findings, provider, settings.headers);
  const maxTokens = numberOf(settings.maxTokens);
  return profileSchema.parse({
    ...Object.fromEntries(kept),
    apiProvider: provider,
    ...(textOf(settings.model) !== undefined && { apiModelId: settings.model }),
    ...(textOf(settings.baseUrl) !== undefined && { apiBaseUrl: settings.baseUrl }),
    ...(maxTokens !== undefined && Number.isInteger(maxTokens) && maxTokens > 0 && { maxTokens }),
  });
}

function withoutKeys(aws: unknown): Plain | undefined {
  if (!isRecord(aws)) return undefined;
  const { accessKey: _accessKey, secretKey: _secretKey, sessionToken: _sessionToken, ...rest } = aws;
  return rest;
}

function keysOf(settings: Plain): Map<string, string> {
  const { accessKey, secretKey, sessionToken } = recordOf(settings.aws);
  const auth = recordOf(settings.auth);
  const found = {
    apiKey: textOf(settings.apiKey) ?? textOf(auth.apiKey),
    awsAccessKey: textOf(accessKey),
    awsSecretKey: textOf(secretKey),
    awsSessionToken: textOf(sessionToken),
    sapClientSecret: textOf(recordOf(settings.sap).clientSecret),
  };
  return new Map(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function noteHeaders(findings: Findings, provider: string, headers: Plain): void {
  if (holdsSecret(headers)) findings.note(`Profile cline-${provider}: its headers hold secrets and were not copied.`);
  else if (Object.keys(headers).length > 0) findings.note(`Profile cline-${provider}: its headers were not copied.`);
}
