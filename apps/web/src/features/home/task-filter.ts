import type { ApiTaskSummary } from "@roo-code/types/api";
import { create } from "zustand";

export const stateChoices = [
  { value: "any", label: "Any state" },
  { value: "needs-you", label: "Needs you" },
  { value: "running", label: "Running" },
  { value: "completed", label: "Done" },
  { value: "failed", label: "Failed" },
  { value: "limit", label: "Limit reached" },
  { value: "denied", label: "Denied" },
  { value: "aborted", label: "Stopped" },
  { value: "interrupted", label: "Interrupted" },
] as const;
type StateChoice = (typeof stateChoices)[number]["value"];

export const dateChoices = [
  { value: "any", label: "Any time", days: null },
  { value: "day", label: "Last day", days: 1 },
  { value: "week", label: "Last 7 days", days: 7 },
  { value: "month", label: "Last 30 days", days: 30 },
] as const;
type DateChoice = (typeof dateChoices)[number]["value"];

export interface HomeFilter {
  readonly query: string;
  readonly state: StateChoice;
  readonly date: DateChoice;
  /** Empty for any. */
  readonly workspaceId: string;
  readonly mode: string;
}

export const noFilter: HomeFilter = { query: "", state: "any", date: "any", workspaceId: "", mode: "" };

/** Kept when leaving the page, so that going back restores the list. */
export const useHomeFilter = create<HomeFilter>(() => noFilter);

export function isFiltered({ query, state, date, workspaceId, mode }: HomeFilter): boolean {
  return query.trim() !== "" || state !== "any" || date !== "any" || workspaceId !== "" || mode !== "";
}

const dayMs = 86_400_000;

/** The earliest time that matches; undefined for any. */
export function sinceOf(date: DateChoice, now = Date.now()): number | undefined {
  const days = dateChoices.find(({ value }) => value === date)?.days;
  return days ? now - days * dayMs : undefined;
}

/** The part of the filter that the server applies; `fits` applies the rest. */
export function listQueryOf({ state, workspaceId, mode }: HomeFilter) {
  const status = state === "any" ? undefined : state === "needs-you" ? "running" : state;
  return { status, workspaceId: workspaceId || undefined, mode: mode || undefined } as const;
}

/** The query of the server's search, with state, time and folder as operators. */
export function searchTextOf({ query, state, date }: HomeFilter, folder: string | undefined): string {
  const days = dateChoices.find(({ value }) => value === date)?.days;
  const { status } = listQueryOf({ ...noFilter, state });
  return [query.trim(), status && `status:${status}`, days && `since:${days}d`, folder && `cwd:"${folder}"`]
    .filter(Boolean)
    .join(" ");
}

export function fits(task: ApiTaskSummary, { state, date, mode }: HomeFilter): boolean {
  const since = sinceOf(date);
  return (
    (state !== "needs-you" || (task.status === "running" && task.waitsFor !== null)) &&
    (since === undefined || Date.parse(task.createdAt) >= since) &&
    (mode === "" || task.mode === mode)
  );
}
