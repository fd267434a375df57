import type { UpdateState } from "./update-state.ts";

const dayMs = 24 * 60 * 60 * 1000;

interface Situation {
  readonly state: UpdateState;
  readonly version: string;
  readonly now: number;
}

export interface UpdatePlan {
  /** A newer version to mention; at most once a day. */
  readonly newer?: string;
  /** Whether to ask the registry; at most once a day. */
  readonly isCheckDue: boolean;
}

export function planUpdate({ state, version, now }: Situation): UpdatePlan {
  const { latest, checkedAt, shownAt } = state;
  const isNewer = latest !== undefined && isNewerVersion(latest, version);
  return {
    ...(isNewer && isDayAgo(shownAt, now) ? { newer: latest } : {}),
    isCheckDue: isDayAgo(checkedAt, now),
  };
}

/** Variables with which a user turns this off, besides the setting. */
export function isUnwanted(environment: NodeJS.ProcessEnv): boolean {
  return ["CI", "DO_NOT_TRACK", "NO_UPDATE_NOTIFIER"].some((name) => {
    const value = environment[name];
    return value !== undefined && value !== "" && value !== "0" && value !== "false";
  });
}

/**
 * Only of released versions: one with a suffix is never offered. Any other text, which a registry may contain, is not a version.
 * @internal
 */
export function isNewerVersion(candidate: string, current: string): boolean {
  const [wanted, present] = [numbersOf(candidate), numbersOf(current.split("-", 1)[0] ?? "")];
  if (!wanted || !present) return false;
  const at = wanted.findIndex((number, index) => number !== present[index]);
  // The release of which this is a beta.
  if (at === -1) return current.includes("-");
  return (wanted[at] ?? 0) > (present[at] ?? 0);
}

function numbersOf(version: string): readonly number[] | undefined {
  return /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(version) ? version.split(".").map(Number) : undefined;
}

/** A time in the future, as after a wrong clock, counts as long ago. */
function isDayAgo(time: number | undefined, now: number): boolean {
  return time === undefined || time > now || now - time >= dayMs;
}
