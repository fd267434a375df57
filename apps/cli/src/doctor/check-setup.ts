import type { Host } from "@roo-code/host";
import { checkProvider, localReadiness, openSecretStore, providerReadiness, settingsOfProfile } from "@roo-code/host";
import type { Settings } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import { openHost, processContext } from "../process-context.ts";
import type { Finding } from "./programs.ts";

/** Whether the configuration files are valid and trusted. */
export async function checkConfiguration(): Promise<Finding> {
  const host = openHost();
  const { notices } = await host.inventory(await host.configure(process.cwd()));
  const [first] = notices;
  if (!first) return { name: "configuration", status: "ok", detail: "no problems" };
  const more = notices.length > 1 ? ` (${notices.length - 1} more: roo config show)` : "";
  const isTrustMissing = first.code === "not_trusted";
  return {
    name: "configuration",
    status: "missing",
    detail: `${first.message}${more}`,
    consequence: isTrustMissing
      ? "Review it, then run: roo config trust"
      : `Fix it in ${first.source}: it is ignored until then.`,
  };
}

/** Where API keys are stored, and whether they can be read. */
export async function checkKeys(): Promise<Finding> {
  try {
    const store = await openSecretStore(processContext());
    const names = await store.names();
    for (const name of names) await store.get(name);
    const where = store.kind === "keychain" ? "in the system keychain" : "in an encrypted file in the state folder";
    return { name: "keys", status: "ok", detail: `${names.length} stored ${where}` };
  } catch (error) {
    if (!(error instanceof RooError)) throw error;
    const consequence = error.next ?? "Store them again: roo profiles add NAME --api-key KEY";
    return { name: "keys", status: "broken", detail: error.message, consequence };
  }
}

/** Whether a model is configured, without a request to it. */
export async function checkModels(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const host = openHost();
  const { settings } = await host.configure(process.cwd());
  const inUse = await namesInUse(host, settings);
  if (inUse.length > 0) return checkProfiles(host, inUse, environment);
  const ready = providerReadiness(environment).filter(({ isReady }) => isReady);
  if (ready.length > 0)
    return { name: "models", status: "ok", detail: `keys found for ${ready.map(({ id }) => id).join(", ")}` };
  const local = await localReadiness(environment);
  if (local.length > 0)
    return { name: "models", status: "ok", detail: `local: ${local.map(({ label }) => label).join(", ")}` };
  return {
    name: "models",
    status: "missing",
    detail: "no profile in use, no API key in the environment, and no local model server",
    consequence:
      "roo profiles add main --provider openai --model … --api-key …; or set a key, for example OPENAI_API_KEY. Without any: roo demo",
  };
}

/** The profiles in the settings, and their fallbacks. */
async function namesInUse(host: Host, { profile, modeProfiles = {} }: Settings): Promise<string[]> {
  const chosen = [...(profile === undefined ? [] : [profile]), ...Object.values(modeProfiles)];
  const { profiles: found } = await host.profiles.read();
  return [...new Set([...chosen, ...chosen.flatMap((name) => found.get(name)?.fallback ?? [])])];
}

async function checkProfiles(host: Host, names: readonly string[], environment: NodeJS.ProcessEnv): Promise<Finding> {
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
  return {
    name: "models",
    status: "ok",
    detail: `${each} ${working.join(", ")}; test one with: roo profiles test NAME`,
  };
}
