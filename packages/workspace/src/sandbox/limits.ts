import { totalmem } from "node:os";

/** Limits for the commands of one task together, or for each of them if there is no control group. */
export interface CommandLimits {
  readonly processes: number;
  readonly memoryBytes: number;
  readonly fileBytes: number;
  /** Per process. */
  readonly cpuSeconds: number;
  /** CPUs used at a time by all processes together; by default unlimited. */
  readonly cpus?: number;
}

const gibibyte = 1024 ** 3;

/** Generous: they protect the machine, and should not affect builds. */
export const defaultLimits: CommandLimits = {
  processes: 2048,
  memoryBytes: Math.max(4 * gibibyte, Math.floor(totalmem() / 2)),
  fileBytes: 32 * gibibyte,
  cpuSeconds: 8 * 3600,
};

/** The defaults, except for these. */
export function limitsWith(own: Partial<CommandLimits> = {}): CommandLimits {
  return { ...defaultLimits, ...own };
}
