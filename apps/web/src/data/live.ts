import { LiveConnection, type LiveState } from "@roo-code/client";
import { create } from "zustand";
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

export function liveState(): LiveState {
  return useLiveStore.getState().state;
}

function noteState(state: LiveState): void {
  const { opened } = useLiveStore.getState();
  useLiveStore.setState({ state, opened: state === "open" ? opened + 1 : opened });
  // What happened during a gap was told to nobody here; events of tasks are, by their numbers.
  if (state === "open" && opened > 0) void queryClient.invalidateQueries();
}
