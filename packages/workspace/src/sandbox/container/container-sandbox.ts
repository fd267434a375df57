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
import { homeFor, ownHome } from "../own-home.ts";
import { type Guarded, notKept, WorkspaceGuard } from "../paths/workspace-guard.ts";
import { PrivateFolder } from "../private-folder.ts";
import type { CommandSandbox, Enforcement, PlainStart, SandboxedStart, SandboxStrictness } from "../sandbox.ts";
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

/** The commands of one workspace, each in a container that has of the machine what a command may see. */
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
    if (start.hasThird && !engine.program.endsWith("podman")) throw noThird();
    if (!(await this.#engine.hasImage())) throw noImage();
    const passage = await this.#network.passage(profile.network);
    const name = `roo-${randomUUID()}`;
    const limits = limitsWith(this.#options.limits);
    // Engines carry both outputs apart, and lose their order.
    const script = `exec 2>&1\n${innerScript({ limits, processFlag: "-p", kind: "terminal" })}`;
    const looked = this.#guard.look();
    const guarded = profile.write === "all" ? this.#guard.begin(looked, { isWatched: true }) : undefined;
    const before = guarded?.before ?? looked;
    return {
      program: engine.program,
      arguments: [
        ...engine.options,
        ...containerArguments(engine, {
          name,
          limits,
          mounts: [
            ...this.#mounts(profile, before),
            ...passage.mounts,
            ...(start.readable ?? []).map((path) => readOnly(path)),
            ...(this.#options.places ?? []),
          ],
          temporaryFolder: this.#folder.temporary,
          cwd: start.cwd,
          sharesNetwork: profile.network === "all",
          isTerminal: start.isTerminal,
          hasThird: start.hasThird ?? false,
          ownsForeignFiles: process.getuid?.() === 0 && statSync(root).uid !== 0,
          filter: this.#filter,
          environment: {
            ...start.environment,
            HOME: homeFor(start.environment),
            TMPDIR: "/tmp",
            ...passage.environment,
          },
          command: ["/bin/sh", "-c", script, "roo", ...passage.command, start.program, ...start.arguments],
        }),
      ],
      cwd: "/",
      environment: this.#engine.environment,
      tellsEnd: false,
      notesOn: (end) => [...failureNotes(profile, end), ...notKept(guarded?.news() ?? [])],
      ranOutOfMemory: () => false,
      leave: async () => {
        // Its client may have been killed, which does not end a container.
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
      // Nothing here can tell paths from paths: such a mode writes nowhere.
      write: typeof write === "string" ? write : "none",
      sharesNetwork: network === "all",
      guarded,
      machine: this.#machine,
      home: userHome,
      ownHome: write === "all" && !isSealed ? ownHome({ home, root, fallback: this.#folder.home }) : this.#folder.home,
      nothing: this.#folder.nothing,
      empty: this.#folder.empty,
      secrets: [home, this.#folder.path, ...hidden],
    });
  }
}

function noImage(): ToolFailure {
  return new ToolFailure("not_enforceable", "No container can be made for the command: making an empty image failed.");
}

function noThird(): ToolFailure {
  return new ToolFailure("not_enforceable", "docker cannot confine programs that serve a task. Go on without.");
}
