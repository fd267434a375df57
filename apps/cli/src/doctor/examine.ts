import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findRipgrep, rooHome } from "@roo-code/host";
import { systemErrorCode } from "@roo-code/types";
import { configuration } from "./configuration.ts";
import type { Finding } from "./finding.ts";
import { keys } from "./keys.ts";
import { models } from "./models.ts";
import { installCommand, type Program, programs } from "./programs.ts";

type Check = (environment: NodeJS.ProcessEnv) => Promise<Finding>;

export function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  return Promise.all(checks.map((check) => check(environment)));
}

const checks: readonly Check[] = [
  node,
  stateFolder,
  disk,
  configuration,
  keys,
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
  const path = await findRipgrep(environment.PATH);
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
    const { unready } = program;
    if (unready?.says.test(await complaintOf(command, program.args)))
      return {
        name: program.name,
        status: "missing",
        detail: unready.detail,
        consequence: `${program.without} Run: ${unready.fix}`,
      };
  }
  const [apt, brew] = await Promise.all([versionOf("apt-get", ["--version"]), versionOf("brew", ["--version"])]);
  const install = installCommand(program, { apt: apt !== undefined, brew: brew !== undefined });
  const consequence = install ? `${program.without} To get it: ${install}` : program.without;
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

/** What a program that fails says; nothing where there is none. */
async function complaintOf(program: string, args: readonly string[]): Promise<string> {
  const { execFile } = process.getBuiltinModule("node:child_process");
  return new Promise((resolve) => {
    execFile(program, [...args], { timeout: 5000 }, (_, __, stderr) => resolve(stderr));
  });
}
