import { homedir } from "node:os";
import type { CommandProfile, NetworkCapability } from "@roo-code/types";
import type { IsIgnored } from "../../files/roo-ignore.ts";
import { failureNotes } from "../command-notes.ts";
import { type HostProxy, startHostProxy } from "../network/host-proxy.ts";
import { proxyEnvironment } from "../network/relay.ts";
import { homeSecrets } from "../paths/home-paths.ts";
import { WorkspaceGuard } from "../paths/workspace-guard.ts";
import { PrivateFolder } from "../private-folder.ts";
import type { CommandSandbox, Enforcement, PlainStart, SandboxedStart } from "../sandbox.ts";
import { seatbeltProfile } from "./seatbelt-profile.ts";

export interface SeatbeltSandboxOptions {
  readonly root: string;
  readonly home: string;
  /** Besides Roo's home. */
  readonly hidden?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly isIgnored: () => IsIgnored;
  readonly program: string;
  readonly enforcement: Enforcement;
}

/** Runs the commands of one workspace under a Seatbelt profile. */
export class SeatbeltSandbox implements CommandSandbox {
  readonly enforcement: Enforcement;
  readonly #options: SeatbeltSandboxOptions;
  readonly #folder = new PrivateFolder();
  readonly #guard: WorkspaceGuard;
  readonly #proxies = new Map<string, Promise<HostProxy>>();

  constructor(options: SeatbeltSandboxOptions) {
    this.#options = options;
    this.enforcement = options.enforcement;
    this.#guard = new WorkspaceGuard(options);
  }

  async enter(start: PlainStart, profile: CommandProfile): Promise<SandboxedStart> {
    const { root, home, environment, program, hidden = [] } = this.#options;
    const before = this.#guard.inspect();
    const proxyPort = await this.#proxyPort(profile.network);
    const rules = seatbeltProfile({
      root,
      // Writes cannot be limited by pattern here: such a mode writes nowhere.
      write: typeof profile.write === "string" ? profile.write : "none",
      network: profile.network,
      surveyed: before,
      writable: [this.#folder.temporary],
      secrets: [home, ...hidden, ...homeSecrets({ home: environment["HOME"] ?? homedir(), environment })],
      readable: start.readable ?? [],
      proxyPort,
    });
    const proxied = proxyPort === undefined ? {} : proxyEnvironment(proxyPort);
    return {
      program,
      arguments: ["-p", rules, start.program, ...start.arguments],
      cwd: start.cwd,
      environment: { ...start.environment, TMPDIR: this.#folder.temporary, ...proxied },
      usesStatusPipe: false,
      notesOn: (end) => failureNotes(profile, end),
      ranOutOfMemory: () => false,
      finish: async () => (profile.write === "all" ? this.#guard.quarantineNew(before) : []),
    };
  }

  noteWritten(paths: readonly string[]): void {
    this.#guard.noteWritten(paths);
  }

  dispose(): void {
    for (const started of this.#proxies.values()) void started.then((proxy) => proxy.dispose()).catch(() => undefined);
    this.#proxies.clear();
    this.#folder.dispose();
  }

  /** One proxy per list of hosts. */
  async #proxyPort(network: NetworkCapability): Promise<number | undefined> {
    if (typeof network === "string") return undefined;
    const key = network.hosts.toSorted().join(" ");
    const proxy = this.#proxies.get(key) ?? startHostProxy({ hosts: network.hosts });
    this.#proxies.set(key, proxy);
    return (await proxy).port;
  }
}
