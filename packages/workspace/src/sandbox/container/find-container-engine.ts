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
  /** Global options, before the verb, needed on this machine; none if it works as the user configured it. */
  readonly options: readonly string[];
  /** Whether it limits processes and memory. */
  readonly hasLimits: boolean;
}

/** podman or docker, whichever can actually run a container: a client without its daemon, or without rights, cannot. */
export async function findContainerEngine(find: FindProgram = systemProgram): Promise<FoundEngine | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "roo-probe-"));
  try {
    for (const candidate of candidates(find)) {
      const found = await probe(candidate, folder);
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
 * First as the user configured it. Podman inside a container or without systemd often fails that way: there is no systemd to
 * create control groups or to keep a journal, and crun rejects machines with both cgroup versions, which runc accepts.
 * Options rather than our own containers.conf, which would replace the user's.
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

async function probe(candidate: Candidate, folder: string): Promise<FoundEngine | undefined> {
  const engine = new ContainerEngine(candidate);
  if (!(await engine.hasImage())) return undefined;
  const args = containerArguments(
    { ...candidate, hasLimits: true },
    {
      name: `roo-probe-${process.pid}-${Date.now()}`,
      limits: defaultLimits,
      mounts: systemMounts(),
      temporaryFolder: folder,
      cwd: "/tmp",
      sharesNetwork: false,
      isTerminal: false,
      usesDescriptor3: false,
      ownsForeignFiles: false,
      filter: undefined,
      environment: {},
      command: ["/bin/true"],
    },
  );
  const { isSuccess, errors } = await engine.run(args);
  return isSuccess ? { ...candidate, hasLimits: !/limits are not supported/i.test(errors) } : undefined;
}
