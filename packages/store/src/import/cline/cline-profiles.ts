import { type Profile, profileSchema } from "@roo-code/types";
import type { Findings } from "../findings.ts";
import { numberOf, type Plain, recordOf, textOf } from "../plain-value.ts";
import { awsDocument } from "../roo/aws-document.ts";

/** Brings the providers of Cline's `providers.json` over, each as a profile of its own. */
export function bringClineProfiles(findings: Findings, file: Plain): void {
  for (const [id, entry] of Object.entries(recordOf(file.providers))) {
    const settings = recordOf(recordOf(entry).settings);
    const provider = textOf(settings.provider) ?? id;
    const name = findings.addProfile(`cline-${id}`, profileOf(provider, settings));
    if (file.lastUsedProvider === id) findings.setSetting("profile", name);
    if (textOf(recordOf(settings.auth).refreshToken) !== undefined)
      findings.note(`Profile cline-${id} was signed in with an account; that cannot be used here.`);
    const sapSecret = textOf(recordOf(settings.sap).clientSecret);
    if (sapSecret !== undefined) findings.addStrayKey(sapSecret);
  }
}

function profileOf(provider: string, settings: Plain): Profile {
  const { reasoning, contextWindow, headers, region } = settings;
  const [aws, gcp, azure] = [recordOf(settings.aws), recordOf(settings.gcp), recordOf(settings.azure)];
  const maxTokens = numberOf(settings.maxTokens);
  const found = {
    reasoning,
    contextWindow,
    headers,
    apiModelId: textOf(settings.model),
    apiBaseUrl: textOf(settings.baseUrl),
    maxTokens: maxTokens !== undefined && Number.isInteger(maxTokens) && maxTokens > 0 ? maxTokens : undefined,
    region: textOf(region) ?? textOf(aws.region) ?? textOf(gcp.region),
    project: textOf(gcp.projectId),
    apiVersion: textOf(azure.apiVersion),
    credentials: awsDocument(aws) ?? textOf(aws.profile),
    apiKey: textOf(settings.apiKey) ?? textOf(recordOf(settings.auth).apiKey),
  };
  const given = Object.entries(found).filter(([, value]) => value !== undefined);
  const right = given.filter(
    ([key, value]) => profileSchema.safeParse({ apiProvider: provider, [key]: value }).success,
  );
  return profileSchema.parse({ apiProvider: provider, ...Object.fromEntries(right) });
}
