import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { type CommandProfile, ToolFailure } from "@roo-code/types";
import type { IsIgnored } from "../../files/roo-ignore.ts";
import { failureNotes } from "../command-notes.ts";
import { commandView, type MachineView, viewMachine } from "../command-view.ts";
import { innerScript } from "../launch-scripts.ts";
import { limitsWith } from "../limits.ts";
import { type Mount, readOnly } from "../mounts.ts";
import { CommandNetwork } from "../network/command-network.ts";
import { type Guarded, notKept, WorkspaceGuard } from "../paths/workspace-guard.ts";
import { PrivateFolder } from "../private-folder.ts";
import type { CommandSandbox, Enforcement, PlainStart, SandboxedStart, SandboxStrictness } from "../sandbox.ts";
import { homeFor, sandboxHome } from "../sandbox-home.ts";
import { seccompProfile } from "../seccomp/seccomp-profile.ts";
import { containerArguments } from "./container-arguments.ts";
import { ContainerEngine } from "./container-engine.ts";
import type { FoundEngine } from "./find-container-engine.ts";

export interface ContainerSandboxOptions extends SandboxStrictness {
  readonly root: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly isIgnored: () => IsIgnored;
  readonly engine: FoundEngine;
  readonly enforcement: Enforcement;
}

/** Runs each command of a workspace in a container that contains what a command may see of the machine. */
export class ContainerSandbox implements CommandSandbox {
  readonly enforcement: Enforcement;
  readonly #options: ContainerSandboxOptions;
  readonly #engine: ContainerEngine;
  readonly #folder = new PrivateFolder();
  readonly #guard: WorkspaceGuard;
  readonly #network: CommandNetwork;
  readonly #filter: string | undefined;
  #machine: MachineView | undefined;

  constructor(options: ContainerSandboxOptions) {
    this.#options = options;
    this.enforcement = options.enforcement;
    this.#engine = new ContainerEngine(options.engine);
    this.#guard = new WorkspaceGuard(options);
    this.#network = new CommandNetwork(this.#folder.path);
    const filter = seccompProfile();
    this.#filter = filter === undefined ? undefined : this.#folder.write("filter.json", filter);
  }

  async enter(start: PlainStart, profile: CommandProfile): Promise<SandboxedStart> {
    const { root, engine } = this.#options;
    if (start.usesDescriptor3 && !engine.program.endsWith("podman")) throw noDescriptor3();
    if (!(await this.#engine.hasImage())) throw noImage();
    const route = await this.#network.route(profile.network);
    const name = `roo-${randomUUID()}`;
    const limits = limitsWith(this.#options.limits);
    // Engines transport both outputs separately and lose their order.
    const script = `exec 2>&1\n${innerScript({ limits, processFlag: "-p", kind: "terminal" })}`;
    const inspected = this.#guard.inspect();
    const guarded = profile.write === "all" ? this.#guard.begin(inspected, { isWatched: true }) : undefined;
    const before = guarded?.before ?? inspected;
    return {
      program: engine.program,
      arguments: [
        ...engine.options,
        ...containerArguments(engine, {
          name,
          limits,
          mounts: [
            ...this.#mounts(profile, before),
            ...route.mounts,
            ...(start.readable ?? []).map((path) => readOnly(path)),
            ...(this.#options.extraMounts ?? []),
          ],
          temporaryFolder: this.#folder.temporary,
          cwd: start.cwd,
          sharesNetwork: profile.network === "all",
          isTerminal: start.isTerminal,
          usesDescriptor3: start.usesDescriptor3 ?? false,
          ownsForeignFiles: process.getuid?.() === 0 && statSync(root).uid !== 0,
          filter: this.#filter,
          environment: {
            ...start.environment,
            HOME: homeFor(start.environment),
            TMPDIR: "/tmp",
            ...route.environment,
          },
          command: ["/bin/sh", "-c", script, "roo", ...route.command, start.program, ...start.arguments],
        }),
      ],
      cwd: "/",
      environment: this.#engine.environment,
      usesStatusPipe: false,
      notesOn: (end) => [...failureNotes(profile, end), ...notKept(guarded?.report() ?? [])],
      ranOutOfMemory: () => false,
      finish: async () => {
        // Killing the client does not stop the container.
        await this.#engine.run(["rm", "--force", name]);
        return notKept(guarded?.end() ?? []);
      },
    };
  }

  noteWritten(paths: readonly string[]): void {
    this.#guard.noteWritten(paths);
  }

  dispose(): void {
    this.#network.dispose();
    this.#folder.dispose();
  }

  #mounts({ write, network }: CommandProfile, guarded: Guarded): readonly Mount[] {
    const { root, home, environment, isSealed = false, hidden = [] } = this.#options;
    const userHome = homeFor(environment);
    this.#machine ??= viewMachine({ root, home: userHome, environment, own: home, isSealed });
    return commandView({
      root,
      // Writes cannot be limited by pattern here: such a mode writes nowhere.
      write: typeof write === "string" ? write : "none",
      sharesNetwork: network === "all",
      guarded,
      machine: this.#machine,
      home: userHome,
      sandboxHome:
        write === "all" && !isSealed ? sandboxHome({ home, root, fallback: this.#folder.home }) : this.#folder.home,
      unreadable: this.#folder.unreadable,
      empty: this.#folder.empty,
      secrets: [home, this.#folder.path, ...hidden],
    });
  }
}

function noImage(): ToolFailure {
  return new ToolFailure(
    "not_enforceable",
    "No container can be created for the command: creating an empty image failed.",
  );
}

function noDescriptor3(): ToolFailure {
  return new ToolFailure(
    "not_enforceable",
    "docker cannot confine programs that serve a task. Continue without this one.",
  );
}
