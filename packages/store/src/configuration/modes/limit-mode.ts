import type { Mode, ModeGroup } from "@roo-code/types";

export interface LimitedMode {
  readonly mode: Mode;
  /** The rights that were removed, for messages. */
  readonly dropped: readonly string[];
}

/** A mode limited to the rights of another: the groups both have, and in them the files both may edit. */
export function limitMode(mode: Mode, limit: Mode): LimitedMode {
  const groups: ModeGroup[] = [];
  const dropped: string[] = [];
  for (const requested of mode.groups) {
    const granted = limit.groups.find(({ group }) => group === requested.group);
    if (!granted) {
      dropped.push(`the group ${requested.group}`);
      continue;
    }
    if (granted.filePattern === undefined || granted.filePattern === requested.filePattern) {
      groups.push(requested);
      continue;
    }
    groups.push({ ...requested, filePattern: bothPatterns(requested.filePattern, granted.filePattern) });
    dropped.push(`files beyond ${granted.filePattern} in the group ${requested.group}`);
  }
  if (onlyDelegates(groups) && !onlyDelegates(limit.groups)) {
    // A mode that only delegates is not limited by its own rights, because subtasks run in other modes.
    return { mode: { ...mode, groups: limit.groups }, dropped: [...dropped, "delegation without limits"] };
  }
  return { mode: { ...mode, groups }, dropped };
}

function onlyDelegates(groups: readonly ModeGroup[]): boolean {
  return groups.every(({ group }) => group === "modes");
}

/** A pattern that matches where both do. */
function bothPatterns(requested: string | undefined, granted: string): string {
  if (requested === undefined) return granted;
  return `^(?=[\\s\\S]*(?:${requested}))(?=[\\s\\S]*(?:${granted}))`;
}
