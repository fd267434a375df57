import { delimiter, dirname } from "node:path";
import { LocalWorkspace, type WorkspaceSandbox } from "@roo-code/workspace";

/** Enough for a compiler without affecting the machine. */
const defaultMemoryBytes = 3 * 1024 ** 3;
const limits = { processes: 1024, fileBytes: 1024 ** 3, cpuSeconds: 3600 };

/** A folder whose commands see only the machine's programs: no network, no home, no other folders. */
export function openSealedWorkspace(options: {
  readonly root: string;
  readonly home: string;
  readonly mounts?: WorkspaceSandbox["extraMounts"];
  readonly memoryBytes?: number | undefined;
}): LocalWorkspace {
  const { root, home, mounts = [], memoryBytes = defaultMemoryBytes } = options;
  return new LocalWorkspace({
    root,
    // Includes the folder of our own Node.
    environment: { ...process.env, PATH: [process.env["PATH"] ?? "", dirname(process.execPath)].join(delimiter) },
    sandbox: {
      choice: "auto",
      home,
      isSealed: true,
      limits: { ...limits, memoryBytes },
      extraMounts: mounts,
      profile: () => ({ write: "all", network: "none" }),
    },
  });
}

/** Quotes arguments for a shell. */
export function shellLine(argv: readonly string[]): string {
  return argv.map((argument) => `'${argument.replaceAll("'", String.raw`'\''`)}'`).join(" ");
}
