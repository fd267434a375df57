import { checkProvider, type Host, localReadiness, providerReadiness, settingsOfProfile } from "@roo-code/host";
import { RooError, type Settings } from "@roo-code/types";
import { openHost } from "../process-context.ts";
import type { Finding } from "./finding.ts";

/** Whether there is a model to talk to, without talking to it. */
export async function models(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const host = openHost();
  const { settings } = await host.configure(process.cwd());
  const inUse = await namesInUse(host, settings);
  if (inUse.length > 0) return profiles(host, inUse, environment);
  const ready = providerReadiness(environment).filter(({ isReady }) => isReady);
  if (ready.length > 0)
    return { name: "models", status: "ok", detail: `keys found for ${ready.map(({ id }) => id).join(", ")}` };
  const local = await localReadiness(environment);
  if (local.length > 0)
    return { name: "models", status: "ok", detail: `local: ${local.map(({ label }) => label).join(", ")}` };
  return {
    name: "models",
    status: "missing",
    detail: "no profile is in use, no provider's key is in the environment, and no local model answers",
    consequence:
      "roo profiles add main --provider openai --model … --api-key …; or set a key, for example OPENAI_API_KEY. Without any: roo demo",
  };
}

/** The profiles that settings name, and those they fall back on. */
async function namesInUse(host: Host, { profile, modeProfiles = {} }: Settings): Promise<string[]> {
  const chosen = [...(profile === undefined ? [] : [profile]), ...Object.values(modeProfiles)];
  const { profiles: found } = await host.profiles.read();
  return [...new Set([...chosen, ...chosen.flatMap((name) => found.get(name)?.fallback ?? [])])];
}

async function profiles(host: Host, names: readonly string[], environment: NodeJS.ProcessEnv): Promise<Finding> {
  const working: string[] = [];
  for (const name of names) {
    try {
      const profile = await host.profiles.require(name);
      checkProvider(await settingsOfProfile(name, profile, { profiles: host.profiles, environment }), environment);
      working.push(`${name} (${[profile.apiProvider, profile.apiModelId].filter(Boolean).join(" ")})`);
    } catch (error) {
      if (!(error instanceof RooError)) throw error;
      const consequence = error.next ?? "Choose another: roo profiles use NAME";
      return { name: "models", status: "broken", detail: `profile ${name}: ${error.message}`, consequence };
    }
  }
  const each = names.length === 1 ? "profile" : "profiles";
  return { name: "models", status: "ok", detail: `${each} ${working.join(", ")}; to ask one: roo profiles test NAME` };
}
