import { ControlGroups } from "./control-groups.ts";
import type { Machine } from "./detect-machine.ts";
import { defaultLimits } from "./limits.ts";
import type { Enforcement } from "./sandbox.ts";

/** What holds here. */
export function enforcementOf(machine: Machine): Enforcement {
  switch (machine.kind) {
    case "bubblewrap":
      return ofBubblewrap(machine);
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
        missing: [noPatterns, staysBehind, ...(machine.hasLimits ? [] : [`${noMemoryLimit} the engine cannot.`])],
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
const staysBehind = "What a command leaves running ends with it; what runs goes on when roo itself is killed.";
const noPatterns = "Writing by pattern is not possible: such a mode's commands write nowhere.";

function ofBubblewrap({ abilities, overlay }: Extract<Machine, { readonly kind: "bubblewrap" }>): Enforcement {
  const hasGroups = hasControlGroups();
  const missing = [
    ...(overlay ? [] : [noPatterns]),
    ...(abilities.hasFilter ? [] : [`System calls are not filtered: their numbers on ${process.arch} are not known.`]),
    ...(hasGroups ? [] : [`${noMemoryLimit} no control group can be made here.`]),
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

let isGroupingPossible: boolean | undefined;

/** Tried out once: it takes two processes. */
function hasControlGroups(): boolean {
  if (isGroupingPossible === undefined) {
    const groups = new ControlGroups(defaultLimits);
    isGroupingPossible = groups.isComplete;
    groups.dispose();
  }
  return isGroupingPossible;
}

/** How to get what is missing. */
export function installHint(platform: NodeJS.Platform = process.platform): string {
  if (platform !== "linux") return "Commands are confined on Linux and macOS.";
  return "Install it with: sudo apt install bubblewrap (or dnf, pacman, zypper, apk: the package has the same name).";
}
