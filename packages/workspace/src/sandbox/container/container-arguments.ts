import { readFileSync, realpathSync } from "node:fs";
import type { CommandLimits } from "../limits.ts";
import { type Mount, readOnly, writable } from "../mounts.ts";
import { emptyImage } from "./container-engine.ts";
import type { FoundEngine } from "./find-container-engine.ts";

export interface ContainerRequest {
  readonly name: string;
  readonly limits: CommandLimits;
  readonly mounts: readonly Mount[];
  readonly temporaryFolder: string;
  readonly cwd: string;
  readonly sharesNetwork: boolean;
  readonly isTerminal: boolean;
  /** Descriptor 3 is passed on. */
  readonly usesDescriptor3: boolean;
  /** Running as root in another user's folder: keeps root's rights on its files. */
  readonly ownsForeignFiles: boolean;
  /** A file listing the refused system calls; by default the engine's own. */
  readonly filter: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

/** Otherwise engines replace these with their own, without user names. */
const accounts = ["/etc/passwd", "/etc/group"];

/** The arguments after `docker` or `podman` and their global options. */
export function containerArguments({ program, hasLimits }: FoundEngine, request: ContainerRequest): readonly string[] {
  const { name, limits, mounts, temporaryFolder, cwd, sharesNetwork, isTerminal, environment, command } = request;
  return [
    "run",
    "--rm",
    "--interactive",
    ...(isTerminal ? ["--tty"] : []),
    ...(request.usesDescriptor3 ? ["--preserve-fds=1"] : []),
    `--name=${name}`,
    `--network=${sharesNetwork ? "host" : "none"}`,
    "--read-only",
    "--cap-drop=ALL",
    ...(request.ownsForeignFiles ? ["DAC_OVERRIDE", "FOWNER", "CHOWN"].map((kept) => `--cap-add=${kept}`) : []),
    "--security-opt=no-new-privileges",
    ...(request.filter === undefined ? [] : [`--security-opt=seccomp=${request.filter}`]),
    ...(hasLimits ? [`--pids-limit=${limits.processes}`, `--memory=${limits.memoryBytes}`] : []),
    ...limitArguments(),
    ...identity(program),
    `--workdir=${cwd}`,
    ...[writable("/tmp", temporaryFolder), ...mounts, ...accounts.map((path) => readOnly(path))].flatMap(volume),
    ...Object.entries(environment).map(([key, value]) => `--env=${key}=${value}`),
    emptyImage,
    ...command,
  ];
}

const maxLimit = 32_768;

/** Engines set higher limits by default, which fails where raising them is not permitted. */
export function limitArguments(): readonly string[] {
  const names = { nofile: "Max open files", nproc: "Max processes" };
  const limits = textOf("/proc/self/limits");
  return Object.entries(names).flatMap(([name, line]) => {
    const found = new RegExp(`^${line} +\\d+ +(\\d+)`, "m").exec(limits)?.[1];
    const limit = Math.min(Number(found), maxLimit);
    return found === undefined ? [] : [`--ulimit=${name}=${limit}:${limit}`];
  });
}

/** Files keep their owner: otherwise rootless podman would give them to the container's root. */
function identity(program: string): readonly string[] {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  return [...(program.endsWith("podman") && uid !== 0 ? ["--userns=keep-id"] : []), `--user=${uid}:${gid}`];
}

/** Links of the machine are resolved: an empty image cannot contain one. */
function volume(mount: Mount): readonly string[] {
  if (mount.kind === "folder" || mount.target === "/var/run" || mount.target === "/var/tmp") return [];
  const source = mount.kind === "link" ? resolved(mount.target) : mount.source;
  const options = mount.kind === "write" ? "" : ",readonly";
  return source === undefined ? [] : [`--mount=type=bind,source=${source},target=${mount.target}${options}`];
}

function resolved(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
