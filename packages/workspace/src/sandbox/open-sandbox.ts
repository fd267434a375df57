import { ToolFailure } from "@roo-code/types";
import type { IsIgnored } from "../files/roo-ignore.ts";
import { BubblewrapSandbox } from "./bubblewrap/bubblewrap-sandbox.ts";
import { ContainerSandbox } from "./container/container-sandbox.ts";
import { enforcementOf } from "./describe-enforcement.ts";
import { detectMachine } from "./detect-machine.ts";
import type { CommandSandbox, Enforcement, SandboxStrictness } from "./sandbox.ts";
import { SeatbeltSandbox } from "./seatbelt/seatbelt-sandbox.ts";

export interface SandboxOptions extends SandboxStrictness {
  /** The workspace's folder, with all links resolved. */
  readonly root: string;
  /** Roo's own files: hidden from commands. */
  readonly home: string;
  /** For commands; already filtered. */
  readonly environment: Readonly<Record<string, string>>;
  readonly isIgnored: () => IsIgnored;
}

/** What this machine enforces, probed once on the first call. */
export async function examineSandbox(home: string): Promise<Enforcement> {
  return enforcementOf(await detectMachine(home));
}

/** The sandbox for the commands of a workspace; undefined if this machine has none. */
export async function openSandbox(options: SandboxOptions): Promise<CommandSandbox | undefined> {
  const machine = await detectMachine(options.home);
  const enforcement = enforcementOf(machine);
  switch (machine.kind) {
    case "bubblewrap":
      return new BubblewrapSandbox({ ...options, ...machine, overlay: machine.overlay, enforcement });
    case "seatbelt":
      if (options.extraMounts?.length) throw mountsNotEnforceable();
      return new SeatbeltSandbox({ ...options, program: machine.program, enforcement });
    case "container":
      return new ContainerSandbox({ ...options, engine: machine, enforcement });
    case "none":
      return undefined;
  }
}

function mountsNotEnforceable(): ToolFailure {
  return new ToolFailure("not_enforceable", "Additional mounts are not supported on this machine.");
}
