/** Hunks that this person has looked at and found good; marks of this browser, nothing more. */
const keyOf = (taskId: string) => `roo.accepted.${taskId}`;
const most = 500;

export function acceptedHunks(taskId: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(taskId)) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : []);
  } catch {
    return new Set();
  }
}

export function acceptHunk(taskId: string, source: string): ReadonlySet<string> {
  const accepted = new Set([...acceptedHunks(taskId), source].slice(-most));
  localStorage.setItem(keyOf(taskId), JSON.stringify([...accepted]));
  return accepted;
}
