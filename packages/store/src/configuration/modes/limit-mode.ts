import type { Mode, ModeGroup } from "@roo-code/types";

export interface LimitedMode {
  readonly mode: Mode;
  /** The rights that were removed, for messages. */
  readonly dropped: readonly string[];
}

/** A mode limited to the rights of another: the groups both have, and in them the files both may edit. */
export function limitMode(mode: Mode, by: Mode): LimitedMode {
  const groups: ModeGroup[] = [];
  const dropped: string[] = [];
  for (const wanted of mode.groups) {
    const granted = by.groups.find(({ group }) => group === wanted.group);
    if (!granted) {
      dropped.push(`the group ${wanted.group}`);
      continue;
    }
    if (granted.filePattern === undefined || granted.filePattern === wanted.filePattern) {
      groups.push(wanted);
      continue;
    }
    groups.push({ ...wanted, filePattern: bothPatterns(wanted.filePattern, granted.filePattern) });
    dropped.push(`files beyond ${granted.filePattern} in the group ${wanted.group}`);
  }
  if (onlyDelegates(groups) && !onlyDelegates(by.groups)) {
    // A mode that only delegates is not limited by its own rights, because subtasks run in other modes.
    return { mode: { ...mode, groups: by.groups }, dropped: [...dropped, "delegation without limits"] };
  }
  return { mode: { ...mode, groups }, dropped };
}

function onlyDelegates(groups: readonly ModeGroup[]): boolean {
  return groups.every(({ group }) => group === "modes");
}

/** A pattern that matches where both do. */
function bothPatterns(wanted: string | undefined, granted: string): string {
  if (wanted === undefined) return granted;
  return `^(?=[\\s\\S]*(?:${wanted}))(?=[\\s\\S]*(?:${granted}))`;
}
