import {
  type ModelList,
  pricesAt,
  providerModels,
  providerStatuses,
  settingsOfProfile,
  shownProfile,
  testProvider,
  userSettingsFile,
} from "@roo-code/host";
import { type Profile, RooError } from "@roo-code/types";
import type { ApiModel, ProfileView } from "@roo-code/types/api";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services/services.ts";

export function providerHandlers({ host, home, environment, clock, settings }: Services): Handlers<"providers"> {
  const { profiles } = host;
  const parts = { profiles, environment };
  const storedKey = async (name: string, profile: Profile) =>
    (await profiles.secretsOf(name, profile).catch(() => undefined))?.apiKey;

  const viewOf = async (name: string, profile: Profile): Promise<ProfileView> => {
    const { profile: defaultProfile, modeProfiles = {} } = await settings();
    const hasKey = profile.apiKey !== undefined || (await storedKey(name, profile)) !== undefined;
    return {
      name,
      profile: shownProfile(profile),
      hasKey,
      isDefault: defaultProfile === name,
      modes: Object.entries(modeProfiles).flatMap(([mode, used]) => (used === name ? [mode] : [])),
    };
  };

  return {
    async list() {
      return { providers: (await providerStatuses(parts)).map((row) => ({ ...row, aliases: [...row.aliases] })) };
    },
    async models({ params, query }) {
      const isFresh = query.refresh === "true";
      const { models, date } = await providerModels(params.id, { ...parts, home, refresh: isFresh });
      return { models: models.map((model) => modelView(model, clock.now())), source: isFresh ? "its server" : date };
    },
    async profiles() {
      const { profiles: found } = await profiles.read();
      return { profiles: await Promise.all([...found].map(([name, profile]) => viewOf(name, profile))) };
    },
    async putProfile({ params: { name }, body }) {
      const { profile, key, isDefault, modes } = body;
      if (key === null) await profiles.forgetKey(name);
      await profiles.save(name, { ...profile, ...(key && { apiKey: key }) });
      if (isDefault !== undefined || modes)
        await userSettingsFile({ home, clock }).change((values) => ({
          ...(isDefault !== undefined && { profile: isDefault ? name : unlessName(name, values["profile"]) }),
          ...(modes && { modeProfiles: assignModes(values["modeProfiles"], name, modes) }),
        }));
      return viewOf(name, await profiles.require(name));
    },
    async removeProfile({ params: { name } }) {
      await profiles.remove(name);
      await userSettingsFile({ home, clock }).change((values) => ({
        profile: unlessName(name, values["profile"]),
        modeProfiles: assignModes(values["modeProfiles"], name, []),
      }));
      return {};
    },
    async test({ body: { name, profile, key } }) {
      const startedAt = clock.monotonic();
      const tested = profile ?? (await profiles.require(name ?? ""));
      const withKey = key === undefined ? tested : { ...tested, apiKey: key };
      try {
        const chosen =
          key === undefined ? await settingsOfProfile(name ?? "", withKey, parts) : withoutFallback(withKey);
        const { calls, model, milliseconds } = await testProvider(chosen, environment);
        return { isGood: calls !== "none", message: `${model} ${callSupport[calls]}`, durationMs: milliseconds };
      } catch (error) {
        if (!(error instanceof RooError)) throw error;
        const durationMs = clock.monotonic() - startedAt;
        return { isGood: false, message: error.message, next: error.next || undefined, durationMs };
      }
    },
  };
}

const callSupport = {
  native: "answered and called a tool.",
  text: "answered and wrote its tool call as text, which is supported.",
  none: "answered but called no tool, so it is of little use to an agent.",
};

function withoutFallback(profile: Profile) {
  const { fallback, ...settings } = profile;
  return fallback ? settings : profile;
}

function modelView(
  { id, name, contextWindow, maxOutput, prices, ...model }: ModelList["models"][number],
  now: number,
): ApiModel {
  const { takesImages, callsTools, reasons } = model;
  const rates = prices && pricesAt(prices, now);
  return {
    id,
    name,
    contextWindow,
    maxOutput,
    inputPrice: rates?.input,
    outputPrice: rates?.output,
    cacheReadPrice: rates?.cacheRead,
    cacheWritePrice: rates?.cacheWrite,
    takesImages,
    callsTools,
    reasons,
  };
}

function unlessName(name: string, current: unknown): unknown {
  return current === name ? undefined : current;
}

/** Assigns modes to a profile and leaves other modes alone. */
function assignModes(current: unknown, name: string, modes: readonly string[]): Record<string, unknown> | undefined {
  const before = Object.entries(typeof current === "object" && current !== null ? current : {});
  const others = before.filter(([mode, used]) => used !== name && !modes.includes(mode));
  const after = Object.fromEntries([...others, ...modes.map((mode) => [mode, name])]);
  return Object.keys(after).length === 0 ? undefined : after;
}
