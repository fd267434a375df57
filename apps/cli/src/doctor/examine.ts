import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findRipgrep, rooHome } from "@roo-code/host";
import { systemErrorCode } from "@roo-code/types";
import { versionWithBuild } from "../version.ts";
import { checkConfiguration, checkKeys, checkModels } from "./check-setup.ts";
import type { Finding, Program } from "./programs.ts";
import { installCommand, programs } from "./programs.ts";

type Check = (environment: NodeJS.ProcessEnv) => Promise<Finding>;

export function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  return Promise.all(checks.map((check) => check(environment)));
}

const checks: readonly Check[] = [
  roo,
  node,
  stateFolder,
  disk,
  checkConfiguration,
  checkKeys,
  checkModels,
  ripgrep,
  ...programs.map((program) => () => examineProgram(program)),
];

async function roo(): Promise<Finding> {
  return { name: "roo", status: "ok", detail: versionWithBuild() };
}

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
      detail: `${home} is not writable (${code})`,
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
      : { name: "disk", status: "missing", detail, consequence: "Long tasks may run out of space." };
  } catch {
    return {
      name: "disk",
      status: "missing",
      detail: "unknown",
      consequence: "There is no warning before the disk is full.",
    };
  }
}

async function ripgrep(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const path = await findRipgrep(environment.PATH);
  if (path) return { name: "ripgrep", status: "ok", detail: (await versionOf(path, ["--version"])) ?? path };
  return {
    name: "ripgrep",
    status: "missing",
    detail: "not found",
    consequence: "Searches use a slower built-in implementation.",
  };
}

/** Whether a program is installed; if not, what that disables and how to install it. */
async function examineProgram(program: Program): Promise<Finding> {
  for (const command of program.commands) {
    const found = await versionOf(command, program.args);
    if (found) return { name: program.name, status: "ok", detail: found };
    const { unusable } = program;
    if (unusable?.pattern.test(await errorOutputOf(command, program.args)))
      return {
        name: program.name,
        status: "missing",
        detail: unusable.detail,
        consequence: `${program.without} Run: ${unusable.fix}`,
      };
  }
  const [apt, brew] = await Promise.all([versionOf("apt-get", ["--version"]), versionOf("brew", ["--version"])]);
  const install = installCommand(program, { apt: apt !== undefined, brew: brew !== undefined });
  const consequence = install ? `${program.without} Install it with: ${install}` : program.without;
  return { name: program.name, status: "missing", detail: "not found", consequence };
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

/** The error output of a program; empty if there is none. */
async function errorOutputOf(program: string, args: readonly string[]): Promise<string> {
  const { execFile } = process.getBuiltinModule("node:child_process");
  return new Promise((resolve) => {
    execFile(program, [...args], { timeout: 5000 }, (_, __, stderr) => resolve(stderr));
  });
}
