import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { localReadiness, providerReadiness, ripgrepPath, rooHome } from "@roo-code/host";
import { type Profile, systemErrorCode } from "@roo-code/types";
import { openHost } from "../open-host.ts";
import { installCommand, type Program, programs } from "./programs.ts";

/** One thing the product looks for. `missing` switches something off; `broken` keeps it from working at all. */
export interface Finding {
  readonly name: string;
  readonly status: "ok" | "missing" | "broken";
  readonly detail: string;
  readonly consequence?: string;
}

type Check = (environment: NodeJS.ProcessEnv) => Promise<Finding>;

export function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  return Promise.all(checks.map((check) => check(environment)));
}

const checks: readonly Check[] = [
  node,
  stateFolder,
  disk,
  configuration,
  models,
  ripgrep,
  ...programs.map((program) => () => examineProgram(program)),
];

async function node(): Promise<Finding> {
  return { name: "Node", status: "ok", detail: process.versions.node };
}

async function stateFolder(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const home = rooHome(environment);
  const probe = join(home, `.probe-${process.pid}`);
  try {
    await mkdir(home, { recursive: true, mode: 0o700 });
    await writeFile(probe, "");
    await rm(probe);
    return { name: "state folder", status: "ok", detail: home };
  } catch (error) {
    const code = systemErrorCode(error);
    return {
      name: "state folder",
      status: "broken",
      detail: `${home} cannot be written (${code})`,
      consequence: "No task can start. Make it writable or set ROO_HOME.",
    };
  }
}

async function disk(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const needed = 200 * 1024 * 1024;
  try {
    const { bavail, bsize } = await statfs(rooHome(environment));
    const detail = `${Math.round((bavail * bsize) / 1024 ** 2).toLocaleString("en")} MiB free`;
    return bavail * bsize >= needed
      ? { name: "disk", status: "ok", detail }
      : { name: "disk", status: "missing", detail, consequence: "Long tasks may stop for want of space." };
  } catch {
    return {
      name: "disk",
      status: "missing",
      detail: "cannot be measured",
      consequence: "Nothing warns before the disk is full.",
    };
  }
}

async function ripgrep(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const path = await ripgrepPath(environment);
  if (path) return { name: "ripgrep", status: "ok", detail: (await versionOf(path, ["--version"])) ?? path };
  return {
    name: "ripgrep",
    status: "missing",
    detail: "not found",
    consequence: "Searching is done by a slower built-in search.",
  };
}

/** Whether a program is there; if not, what is missed and how to get it. */
async function examineProgram(program: Program): Promise<Finding> {
  for (const command of program.commands) {
    const found = await versionOf(command, program.args);
    if (found) return { name: program.name, status: "ok", detail: found };
  }
  const [apt, brew] = await Promise.all([versionOf("apt-get", ["--version"]), versionOf("brew", ["--version"])]);
  const install = installCommand(program, { apt: apt !== undefined, brew: brew !== undefined });
  const consequence = install ? `${program.without} To get it: ${install}` : program.without;
  return { name: program.name, status: "missing", detail: "not found", consequence };
}

async function models(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const host = openHost();
  const { settings } = await host.configure(process.cwd());
  const { profiles } = await host.profiles.read();
  if (settings.profile !== undefined) return profileFinding(settings.profile, profiles.get(settings.profile));
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

function profileFinding(name: string, profile: Profile | undefined): Finding {
  if (profile)
    return {
      name: "models",
      status: "ok",
      detail: `profile ${name}: ${profile.apiProvider} ${profile.apiModelId ?? ""}`.trim(),
    };
  return {
    name: "models",
    status: "broken",
    detail: `the profile "${name}" in use does not exist`,
    consequence: "Choose another: roo profiles list, roo profiles use NAME",
  };
}

async function configuration(): Promise<Finding> {
  const { notices } = await openHost().configure(process.cwd());
  if (notices.length === 0) return { name: "configuration", status: "ok", detail: "nothing to remark" };
  return {
    name: "configuration",
    status: "missing",
    detail: notices[0]?.message ?? "",
    consequence: notices.length > 1 ? `${notices.length - 1} more: roo config show` : "It is ignored until then.",
  };
}

async function versionOf(program: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { execFile } = process.getBuiltinModule("node:child_process");
    const { stdout } = await process.getBuiltinModule("node:util").promisify(execFile)(program, [...args], {
      timeout: 5000,
    });
    return stdout.split("\n", 1)[0]?.trim();
  } catch {
    return undefined;
  }
}
