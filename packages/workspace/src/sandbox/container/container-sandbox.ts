import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type CommandProfile, ToolFailure } from "@roo-code/types";
import type { IsIgnored } from "../../roo-ignore.ts";
import { commandView, viewMachine } from "../bubblewrap/command-view.ts";
import { failureNotes } from "../command-notes.ts";
import { limitsWith } from "../limits.ts";
import { Survey } from "../places/survey.ts";
import { PrivateFolder } from "../private-folder.ts";
import type { CommandSandbox, Enforcement, PlainStart, SandboxedStart, SandboxStrictness } from "../sandbox.ts";
import { containerArguments, emptyImage } from "./container-arguments.ts";

export interface ContainerSandboxOptions extends SandboxStrictness {
  readonly root: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly isIgnored: () => IsIgnored;
  /** docker or podman. */
  readonly program: string;
  readonly enforcement: Enforcement;
}

/** The commands of one workspace, each in a container that has of the machine what a command may see. */
export class ContainerSandbox implements CommandSandbox {
  readonly enforcement: Enforcement;
  readonly #options: ContainerSandboxOptions;
  readonly #folder = new PrivateFolder();
  readonly #survey: Survey;
  #image: Promise<void> | undefined;

  constructor(options: ContainerSandboxOptions) {
    this.#options = options;
    this.enforcement = options.enforcement;
    this.#survey = new Survey(options.root);
  }

  async enter(start: PlainStart, profile: CommandProfile): Promise<SandboxedStart> {
    const { program } = this.#options;
    this.#image ??= this.#makeImage();
    await this.#image;
    const name = `roo-${randomUUID()}`;
    return {
      program,
      arguments: containerArguments({
        name,
        limits: limitsWith(this.#options.limits),
        mounts: [...this.#mounts(profile), ...(this.#options.places ?? [])],
        temporaryFolder: this.#folder.temporary,
        cwd: start.cwd,
        sharesNetwork: profile.network === "all",
        isTerminal: start.isTerminal,
        user: `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`,
        environment: { ...start.environment, TMPDIR: "/tmp" },
        command: [start.program, ...start.arguments],
      }),
      cwd: "/",
      environment: start.environment,
      tellsEnd: false,
      notesOn: (end) => failureNotes(profile, end),
      ranOutOfMemory: () => false,
      // Its client may have been killed, which does not end a container.
      leave: async () => {
        await this.#run(["rm", "--force", name]);
        return [];
      },
    };
  }

  noteWritten(): void {
    // Nothing is taken away afterwards here.
  }

  dispose(): void {
    this.#folder.dispose();
  }

  #mounts(profile: CommandProfile) {
    const { root, home, environment, isIgnored, hidden = [] } = this.#options;
    const ownHome = join(this.#folder.home, "own");
    mkdirSync(ownHome, { recursive: true });
    return commandView({
      root,
      write: typeof profile.write === "string" ? profile.write : "none",
      surveyed: this.#survey.look(isIgnored()),
      machine: viewMachine({ root, home: environment.HOME ?? homedir(), environment, own: home }),
      home: environment["HOME"] ?? homedir(),
      ownHome,
      nothing: this.#folder.nothing,
      secrets: [home, this.#folder.path, ...hidden],
    });
  }

  async #makeImage(): Promise<void> {
    if ((await this.#run(["image", "inspect", emptyImage])) === 0) return;
    // A tar archive that ends at once.
    if ((await this.#run(["import", "-", emptyImage], Buffer.alloc(1024))) === 0) return;
    throw new ToolFailure("not_enforceable", "No container can be made for the command: making an empty image failed.");
  }

  async #run(words: readonly string[], input?: Buffer): Promise<number> {
    return new Promise((resolve) => {
      const child = execFile(this.#options.program, words, { timeout: 60_000 }, (error) =>
        resolve(error === null ? 0 : 1),
      );
      child.stdin?.end(input);
    });
  }
}
