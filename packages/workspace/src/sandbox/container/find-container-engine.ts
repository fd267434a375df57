import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultLimits } from "../limits.ts";
import { systemMounts } from "../paths/system-paths.ts";
import { systemProgram } from "../system-program.ts";
import { containerArguments } from "./container-arguments.ts";
import { ContainerEngine } from "./container-engine.ts";

export interface FoundEngine {
  readonly program: string;
  /** Global options, before the verb, that make it work here; none where it works as the user configured it. */
  readonly options: readonly string[];
  /** Whether it limits processes and memory. */
  readonly hasLimits: boolean;
}

/** podman or docker, whichever really runs a container: a client without its daemon, or without rights, is of no use. */
export async function findContainerEngine(find: FindProgram = systemProgram): Promise<FoundEngine | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "roo-probe-"));
  try {
    for (const candidate of candidates(find)) {
      const found = await tryOut(candidate, folder);
      if (found) return found;
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type FindProgram = (name: string) => string | undefined;
type Candidate = Omit<FoundEngine, "hasLimits">;

/**
 * As the user configured it first. Podman inside a container or without systemd often fails that way: there is no systemd to
 * make control groups or to keep a journal, and crun refuses machines with both versions of control groups, which runc takes.
 * Options rather than a containers.conf of ours, which would replace all of the user's own.
 */
function candidates(find: FindProgram): readonly Candidate[] {
  const [podman, docker, runc] = [find("podman"), find("docker"), find("runc")];
  const withoutSystemd = ["--cgroup-manager=cgroupfs", "--events-backend=file"];
  const options = [[], withoutSystemd, ...(runc === undefined ? [] : [[...withoutSystemd, `--runtime=${runc}`]])];
  return [
    ...(podman === undefined ? [] : options.map((each) => ({ program: podman, options: each }))),
    ...(docker === undefined ? [] : [{ program: docker, options: [] }]),
  ];
}

async function tryOut(candidate: Candidate, folder: string): Promise<FoundEngine | undefined> {
  const engine = new ContainerEngine(candidate);
  if (!(await engine.hasImage())) return undefined;
  const words = containerArguments(
    { ...candidate, hasLimits: true },
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
  return isSuccess ? { ...candidate, hasLimits: !/limits are not supported/i.test(complaints) } : undefined;
}
