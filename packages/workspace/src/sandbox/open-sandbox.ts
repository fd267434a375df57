import { ToolFailure } from "@roo-code/types";
import type { IsIgnored } from "../files/roo-ignore.ts";
import { BubblewrapSandbox } from "./bubblewrap/bubblewrap-sandbox.ts";
import { ContainerSandbox } from "./container/container-sandbox.ts";
import { enforcementOf } from "./describe-enforcement.ts";
import { detectMachine } from "./detect-machine.ts";
import type { CommandSandbox, Enforcement, SandboxStrictness } from "./sandbox.ts";
import { SeatbeltSandbox } from "./seatbelt/seatbelt-sandbox.ts";

export interface SandboxOptions extends SandboxStrictness {
  /** The workspace's folder, through all links. */
  readonly root: string;
  /** Where we keep our own files: never seen by a command. */
  readonly home: string;
  /** Of commands, filtered already. */
  readonly environment: Readonly<Record<string, string>>;
  readonly isIgnored: () => IsIgnored;
}

/** What this machine holds commands to, tried out once. Costs nothing until it is asked for. */
export async function examineSandbox(home: string): Promise<Enforcement> {
  return enforcementOf(await detectMachine(home));
}

/** The sandbox for the commands of a workspace; undefined where this machine has none. */
export async function openSandbox(options: SandboxOptions): Promise<CommandSandbox | undefined> {
  const machine = await detectMachine(options.home);
  const enforcement = enforcementOf(machine);
  switch (machine.kind) {
    case "bubblewrap":
      return new BubblewrapSandbox({ ...options, ...machine, overlay: machine.overlay, enforcement });
    case "seatbelt":
      if (options.places?.length) throw placesNotEnforceable();
      return new SeatbeltSandbox({ ...options, program: machine.program, enforcement });
    case "container":
      return new ContainerSandbox({ ...options, engine: machine, enforcement });
    case "none":
      return undefined;
  }
}

function placesNotEnforceable(): ToolFailure {
  return new ToolFailure("not_enforceable", "Folders cannot be shown at other places on this machine.");
}
