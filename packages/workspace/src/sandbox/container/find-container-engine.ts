import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultLimits } from "../limits.ts";
import { systemMounts } from "../places/system-places.ts";
import { systemProgram } from "../system-program.ts";
import { containerArguments } from "./container-arguments.ts";
import { ContainerEngine } from "./container-engine.ts";

export interface FoundEngine {
  readonly program: string;
  /** Whether it limits processes and memory. */
  readonly hasLimits: boolean;
}

/** podman or docker, whichever really runs a container: a client without its daemon, or without rights, is of no use. */
export async function findContainerEngine(): Promise<FoundEngine | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "roo-probe-"));
  try {
    for (const name of ["podman", "docker"]) {
      const program = systemProgram(name);
      const found = program === undefined ? undefined : await tryOut(program, folder);
      if (found) return found;
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryOut(program: string, folder: string): Promise<FoundEngine | undefined> {
  const engine = new ContainerEngine(program);
  if (!(await engine.hasImage())) return undefined;
  const words = containerArguments(
    { program, hasLimits: true },
    {
      name: `roo-probe-${process.pid}-${Date.now()}`,
      limits: defaultLimits,
      mounts: systemMounts(),
      temporaryFolder: folder,
      cwd: "/tmp",
      sharesNetwork: false,
      isTerminal: false,
      hasThird: false,
      ownsForeignFiles: false,
      filter: undefined,
      environment: {},
      command: ["/bin/true"],
    },
  );
  const { isSuccess, complaints } = await engine.run(words);
  return isSuccess ? { program, hasLimits: !/limits are not supported/i.test(complaints) } : undefined;
}
