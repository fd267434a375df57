import { LiveConnection, type LiveState } from "@roo-code/client";
import { create } from "zustand";
import { setSignedOut } from "./client.ts";
import { queryClient } from "./query-client.ts";

interface LiveStore {
  readonly state: LiveState;
  /** How often the connection was opened; more than once means there was a gap. */
  readonly opened: number;
}

const useLiveStore = create<LiveStore>(() => ({ state: "connecting", opened: 0 }));

let connection: LiveConnection | undefined;

/** The connection of this page, opened on first use. */
export function live(): LiveConnection {
  connection ??= new LiveConnection({ baseUrl: location.origin, onState: updateState });
  return connection;
}

export function useLiveState(): LiveState {
  return useLiveStore(({ state }) => state);
}

export function isLiveOpen(): boolean {
  return useLiveStore.getState().state === "open";
}

/** Calls `listener` whenever the connection opens. Returns a function that unsubscribes. */
export function onLiveOpen(listener: () => void): () => void {
  return useLiveStore.subscribe(({ opened }, before) => {
    if (opened > before.opened) listener();
  });
}

function updateState(state: LiveState): void {
  const { opened } = useLiveStore.getState();
  useLiveStore.setState({ state, opened: state === "open" ? opened + 1 : opened });
  if (state === "unauthorized") setSignedOut(true);
  if (state !== "open") return;
  // Updates were missed during the gap, except events of tasks, which are numbered.
  if (opened > 0) void queryClient.invalidateQueries();
  // The page was opened while the server could not be reached.
  else void queryClient.refetchQueries({ predicate: ({ state: { status } }) => status === "error" });
}
