import { existsSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import type { RunnerJob } from "../runner/runner-protocol.ts";

export interface PackedJob {
  /** With paths inside the container. */
  readonly job: RunnerJob;
  readonly mounts: readonly ContainerMount[];
}

interface ContainerMount {
  readonly source: string;
  readonly target: string;
  readonly isWritable: boolean;
}

/** Mounts the files that a job names: the suite, scripts, and the folder for artifacts. */
export function packJob(job: RunnerJob): PackedJob {
  const artifacts = { source: job.artifacts, target: "/artifacts", isWritable: true };
  const mounts: ContainerMount[] = [artifacts];
  const mount = (path: string): string => {
    if (!existsSync(path)) return path;
    const source = realpathSync(path);
    const target = `/mounted/${mounts.length}/${basename(source)}`;
    mounts.push({ source, target, isWritable: false });
    return target;
  };
  const script = /^scripted:\s*(.+)$/s.exec(job.agent)?.[1];
  const { replayFile } = job.settings;
  return {
    job: {
      ...job,
      suite: /[/\\]/.test(job.suite) ? mount(job.suite) : job.suite,
      agent: script === undefined ? job.agent : `scripted:${mount(script.trim())}`,
      settings: typeof replayFile === "string" ? { ...job.settings, replayFile: mount(replayFile) } : job.settings,
      artifacts: artifacts.target,
    },
    mounts,
  };
}
