import { ControlGroups } from "./control-groups.ts";
import type { Machine } from "./detect-machine.ts";
import { defaultLimits } from "./limits.ts";
import type { Enforcement } from "./sandbox.ts";

/** What is enforced on this machine. */
export function enforcementOf(machine: Machine): Enforcement {
  switch (machine.kind) {
    case "bubblewrap":
      return bubblewrapEnforcement(machine);
    case "seatbelt":
      return {
        kind: "seatbelt",
        files: true,
        patterns: false,
        network: true,
        processes: false,
        calls: false,
        limits: "rlimit",
        missing: [noPatterns, "Processes that leave their group may outlive their command."],
      };
    case "container":
      return {
        kind: "container",
        files: true,
        patterns: false,
        network: true,
        processes: true,
        calls: true,
        limits: machine.hasLimits ? "cgroup" : "rlimit",
        missing: [
          noPatterns,
          survivesKill,
          ...(machine.hasLimits ? [] : [`${noMemoryLimit} the engine does not support it.`]),
        ],
      };
    case "none":
      return { ...nothing, missing: [`Commands are not confined: ${machine.trouble}. ${installHint()}`] };
  }
}

const nothing = {
  kind: "none",
  files: false,
  patterns: false,
  network: false,
  processes: false,
  calls: false,
  limits: "none",
} as const;
const noMemoryLimit = "Memory is not limited:";
const survivesKill =
  "Background processes end with their command, but running commands continue if Roo itself is killed.";
const noPatterns = "Writes cannot be limited by pattern: commands of such modes write nowhere.";

function bubblewrapEnforcement({ abilities, overlay }: Extract<Machine, { readonly kind: "bubblewrap" }>): Enforcement {
  const hasGroups = hasControlGroups();
  const missing = [
    ...(overlay ? [] : [noPatterns]),
    ...(abilities.hasFilter ? [] : [`System calls are not filtered: their numbers on ${process.arch} are unknown.`]),
    ...(hasGroups ? [] : [`${noMemoryLimit} no control group can be created here.`]),
  ];
  return {
    kind: "bubblewrap",
    files: true,
    patterns: overlay !== undefined,
    network: true,
    processes: true,
    calls: abilities.hasFilter,
    limits: hasGroups ? "cgroup" : "rlimit",
    missing,
  };
}

let canCreateGroups: boolean | undefined;

/** Tested once: it takes two processes. */
function hasControlGroups(): boolean {
  if (canCreateGroups === undefined) {
    const groups = new ControlGroups(defaultLimits);
    canCreateGroups = groups.isComplete;
    groups.dispose();
  }
  return canCreateGroups;
}

export function installHint(platform: NodeJS.Platform = process.platform): string {
  if (platform !== "linux") return "Commands are confined on Linux and macOS.";
  return "Install it with: sudo apt install bubblewrap (or dnf, pacman, zypper, apk: the package has the same name).";
}
