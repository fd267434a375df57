import { existsSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import type { RunnerOrder } from "../runner/runner-order.ts";

export interface PackedOrder {
  /** With the paths that things have in the container. */
  readonly order: RunnerOrder;
  readonly mounts: readonly ContainerMount[];
}

export interface ContainerMount {
  readonly source: string;
  readonly target: string;
  readonly isWritable: boolean;
}

/** What an order names of this machine is brought along: the suite, scripts, and the place for artifacts. */
export function packOrder(order: RunnerOrder): PackedOrder {
  const artifacts = { source: order.artifacts, target: "/artifacts", isWritable: true };
  const mounts: ContainerMount[] = [artifacts];
  const bring = (path: string): string => {
    if (!existsSync(path)) return path;
    const source = realpathSync(path);
    const target = `/given/${mounts.length}/${basename(source)}`;
    mounts.push({ source, target, isWritable: false });
    return target;
  };
  const script = /^scripted:\s*(.+)$/s.exec(order.agent)?.[1];
  const { replayFile } = order.settings;
  return {
    order: {
      ...order,
      suite: /[/\\]/.test(order.suite) ? bring(order.suite) : order.suite,
      agent: script === undefined ? order.agent : `scripted:${bring(script.trim())}`,
      settings: typeof replayFile === "string" ? { ...order.settings, replayFile: bring(replayFile) } : order.settings,
      artifacts: artifacts.target,
    },
    mounts,
  };
}
