import { realpathSync } from "node:fs";
import type { CommandLimits } from "../limits.ts";
import type { Mount } from "../mounts.ts";

/** An image with nothing in it: what a command sees is mounted. */
export const emptyImage = "roo-sandbox:empty";

export interface ContainerRequest {
  readonly name: string;
  readonly limits: CommandLimits;
  readonly mounts: readonly Mount[];
  readonly temporaryFolder: string;
  readonly cwd: string;
  readonly sharesNetwork: boolean;
  readonly isTerminal: boolean;
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

/** The words after `docker` or `podman` that run a command. */
export function containerArguments(request: ContainerRequest): readonly string[] {
  const { name, limits, mounts, temporaryFolder, cwd, sharesNetwork, isTerminal, user, environment, command } = request;
  return [
    "run",
    "--rm",
    "--init",
    "--interactive",
    ...(isTerminal ? ["--tty"] : []),
    `--name=${name}`,
    `--network=${sharesNetwork ? "host" : "none"}`,
    "--read-only",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    `--pids-limit=${limits.processes}`,
    `--memory=${limits.memoryBytes}`,
    `--user=${user}`,
    `--workdir=${cwd}`,
    ...volume({ kind: "write", source: temporaryFolder, target: "/tmp" }),
    ...mounts.flatMap(volume),
    ...Object.entries(environment).map(([key, value]) => `--env=${key}=${value}`),
    emptyImage,
    ...command,
  ];
}

/** A link of the machine is what it leads to: an image without anything cannot hold one. */
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
