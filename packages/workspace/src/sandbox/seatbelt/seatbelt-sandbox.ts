import { homedir } from "node:os";
import type { CommandProfile } from "@roo-code/types";
import type { IsIgnored } from "../../roo-ignore.ts";
import { failureNotes } from "../command-notes.ts";
import { homeSecrets } from "../places/home-places.ts";
import { Survey } from "../places/survey.ts";
import { PrivateFolder } from "../private-folder.ts";
import type { CommandSandbox, Enforcement, PlainStart, SandboxedStart } from "../sandbox.ts";
import { seatbeltProfile } from "./seatbelt-profile.ts";

export interface SeatbeltSandboxOptions {
  readonly root: string;
  readonly home: string;
  /** Beside our own. */
  readonly hidden?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly isIgnored: () => IsIgnored;
  readonly program: string;
  readonly enforcement: Enforcement;
}

/** The commands of one workspace, under a profile of macOS. Lists of hosts are no network here. */
export class SeatbeltSandbox implements CommandSandbox {
  readonly enforcement: Enforcement;
  readonly #options: SeatbeltSandboxOptions;
  readonly #folder = new PrivateFolder();
  readonly #survey: Survey;

  constructor(options: SeatbeltSandboxOptions) {
    this.#options = options;
    this.enforcement = options.enforcement;
    this.#survey = new Survey(options.root);
  }

  async enter(start: PlainStart, profile: CommandProfile): Promise<SandboxedStart> {
    const { root, home, environment, isIgnored, program, hidden = [] } = this.#options;
    const rules = seatbeltProfile({
      root,
      // Nothing here can tell paths from paths: such a mode writes nowhere.
      write: typeof profile.write === "string" ? profile.write : "none",
      network: profile.network,
      surveyed: this.#survey.look(isIgnored()),
      writable: [this.#folder.temporary],
      secrets: [home, ...hidden, ...homeSecrets(environment["HOME"] ?? homedir())],
    });
    return {
      program,
      arguments: ["-p", rules, start.program, ...start.arguments],
      cwd: start.cwd,
      environment: { ...start.environment, TMPDIR: this.#folder.temporary },
      tellsEnd: false,
      notesOn: (end) => failureNotes(profile, end),
      ranOutOfMemory: () => false,
      leave: async () => [],
    };
  }

  noteWritten(): void {
    // Rules are by name: what we write ourselves is no concern of theirs.
  }

  dispose(): void {
    this.#folder.dispose();
  }
}
