import { LiveConnection, type LiveState } from "@roo-code/client";
import { create } from "zustand";
import { noteSignedOut } from "./client.ts";
import { queryClient } from "./query-client.ts";

interface LiveStore {
  readonly state: LiveState;
  /** How often a connection was made; more than one means there was a gap. */
  readonly opened: number;
}

const useLiveStore = create<LiveStore>(() => ({ state: "connecting", opened: 0 }));

let connection: LiveConnection | undefined;

/** The one socket of this page, made when first needed. */
export function live(): LiveConnection {
  connection ??= new LiveConnection({ baseUrl: location.origin, onState: noteState });
  return connection;
}

export function useLiveState(): LiveState {
  return useLiveStore(({ state }) => state);
}

export function isLiveOpen(): boolean {
  return useLiveStore.getState().state === "open";
}

/** Calls back for every connection that is made from now on. Returns what ends it. */
export function onLiveOpen(listener: () => void): () => void {
  return useLiveStore.subscribe(({ opened }, before) => {
    if (opened > before.opened) listener();
  });
}

function noteState(state: LiveState): void {
  const { opened } = useLiveStore.getState();
  useLiveStore.setState({ state, opened: state === "open" ? opened + 1 : opened });
  if (state === "unauthorized") noteSignedOut(true);
  if (state !== "open") return;
  // What happened during a gap was told to nobody here; events of tasks are, by their numbers.
  if (opened > 0) void queryClient.invalidateQueries();
  // A page that was opened while the server was away.
  else void queryClient.refetchQueries({ predicate: ({ state: { status } }) => status === "error" });
}
