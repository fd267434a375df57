import type { RooSettings } from "@roo-code/ipc";
import { type ImagePart, type Op, type ProviderSettings, providerSettingsSchema, type Settings } from "@roo-code/types";
import type { OpenQuestion } from "../tasks/open-questions.ts";

interface ClientConfiguration {
  /** Overrides all other layers of settings. */
  readonly settings: Settings;
  /** Empty if the client leaves the choice to the user's settings. */
  readonly provider: Partial<ProviderSettings>;
  /** Settings of the client that have no equivalent here. */
  readonly notes: readonly string[];
}

const profileName = "ipc";
/** Provider keys belong to the profile, not to the settings. */
const keyNames = /(Key|Secret|SessionToken)$/;

/** Converts Roo Code's flat settings with the same table that imports its settings files. */
export async function readRooConfiguration(configuration: RooSettings): Promise<ClientConfiguration> {
  const { importRooSettings } = await import("@roo-code/store/import-export");
  const globalSettings = Object.fromEntries(Object.entries(configuration).filter(([key]) => !keyNames.test(key)));
  const apiConfigs = configuration.apiProvider === undefined ? {} : { [profileName]: configuration };
  const found = await importRooSettings(JSON.stringify({ globalSettings, providerProfiles: { apiConfigs } }), "IPC");
  if (!found) return { settings: {}, provider: {}, notes: [] };
  const { profiles, secrets, settings, unmapped } = found;
  const profile = profiles[profileName] && providerSettingsSchema.parse(profiles[profileName]);
  const headers = { ...profile?.headers, ...secrets.get(profileName)?.headers };
  const provider = { ...profile, ...secrets.get(profileName), ...(Object.keys(headers).length > 0 && { headers }) };
  return { settings, provider, notes: unmapped };
}

/** Reads a text as the answer to an open question, as at a terminal: yes, no, or what to do instead. */
export function answerOp({ type, callId }: OpenQuestion, text: string, opId: string): Op {
  if (type === "question.requested") return { type: "question.answer", opId, callId, answer: text };
  const decision = /^\s*y(es)?\s*$/i.test(text) ? "allow" : "deny";
  const feedback = decision === "allow" || /^\s*(no?)?\s*$/i.test(text) ? undefined : text;
  return { type: "approval.answer", opId, callId, decision, feedback: feedback || undefined };
}

/** Roo Code's clients send images as data URIs. Anything else is ignored. */
export function readImages(uris: readonly string[]): readonly ImagePart[] {
  return uris.flatMap((uri) => {
    const [, mediaType, data] = /^data:(image\/[\w.+-]+);base64,([\w+/=]+)$/.exec(uri) ?? [];
    return mediaType === undefined || data === undefined ? [] : [{ type: "image", mediaType, data }];
  });
}
