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

  const viewOf = async (name: string, profile: Profile): Promise<ProfileView> => {
    const { profile: usual, modeProfiles = {} } = await settings();
    const hasKey = profile.apiKey !== undefined || (await profiles.keyOf(name).catch(() => undefined)) !== undefined;
    return {
      name,
      profile: shownProfile(profile),
      hasKey,
      isDefault: usual === name,
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
          ...(isDefault !== undefined && { profile: isDefault ? name : otherThan(name, values["profile"]) }),
          ...(modes && { modeProfiles: assigned(values["modeProfiles"], name, modes) }),
        }));
      return viewOf(name, await profiles.require(name));
    },
    async removeProfile({ params: { name } }) {
      await profiles.remove(name);
      await userSettingsFile({ home, clock }).change((values) => ({
        profile: otherThan(name, values["profile"]),
        modeProfiles: assigned(values["modeProfiles"], name, []),
      }));
      return {};
    },
    async test({ body: { name, profile, key } }) {
      const startedAt = clock.monotonic();
      const tried = profile ?? (await profiles.require(name ?? ""));
      const withKey = key === undefined ? tried : { ...tried, apiKey: key };
      try {
        const chosen =
          key === undefined ? await settingsOfProfile(name ?? "", withKey, parts) : withoutFallback(withKey);
        const { calls, model, milliseconds } = await testProvider(chosen, environment);
        return { isGood: calls !== "none", message: `${model} ${manner[calls]}`, durationMs: milliseconds };
      } catch (error) {
        if (!(error instanceof RooError)) throw error;
        const durationMs = clock.monotonic() - startedAt;
        return { isGood: false, message: error.message, ...(error.next && { next: error.next }), durationMs };
      }
    },
  };
}

const manner = {
  native: "answered and called a tool.",
  text: "answered and wrote its call as text, which is understood.",
  none: "answered but called no tool: an agent can do little with it.",
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
    ...(contextWindow !== undefined && { contextWindow }),
    ...(maxOutput !== undefined && { maxOutput }),
    ...(rates && { inputPrice: rates.input, outputPrice: rates.output }),
    ...(rates?.cacheRead !== undefined && { cacheReadPrice: rates.cacheRead }),
    ...(rates?.cacheWrite !== undefined && { cacheWritePrice: rates.cacheWrite }),
    ...(takesImages !== undefined && { takesImages }),
    ...(callsTools !== undefined && { callsTools }),
    ...(reasons !== undefined && { reasons }),
  };
}

function otherThan(name: string, current: unknown): unknown {
  return current === name ? undefined : current;
}

/** The modes of a profile, the others left to theirs. */
function assigned(current: unknown, name: string, modes: readonly string[]): Record<string, unknown> | undefined {
  const before = Object.entries(typeof current === "object" && current !== null ? current : {});
  const others = before.filter(([mode, used]) => used !== name && !modes.includes(mode));
  const after = Object.fromEntries([...others, ...modes.map((mode) => [mode, name])]);
  return Object.keys(after).length === 0 ? undefined : after;
}
