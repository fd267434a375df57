import { totalmem } from "node:os";

/** What the commands of one task may use at a time, each of them where nothing holds them together. */
export interface CommandLimits {
  readonly processes: number;
  readonly memoryBytes: number;
  readonly fileBytes: number;
  /** Per process. */
  readonly cpuSeconds: number;
  /** Processors at a time, all processes together; as many as there are when absent. */
  readonly cpus?: number;
}

const gibibyte = 1024 ** 3;

/** Generous: they keep the machine usable, not a build small. */
export const defaultLimits: CommandLimits = {
  processes: 2048,
  memoryBytes: Math.max(4 * gibibyte, Math.floor(totalmem() / 2)),
  fileBytes: 32 * gibibyte,
  cpuSeconds: 8 * 3600,
};

/** The usual ones, but for these. */
export function limitsWith(own: Partial<CommandLimits> = {}): CommandLimits {
  return { ...defaultLimits, ...own };
}
