import { createClient } from "@roo-code/client";
import { create } from "zustand";

/** The server this page came from; its cookie says who we are. */
export const client = createClient({
  async fetch(input, init) {
    const response = await fetch(input, init);
    if (response.status === 401) noteSignedOut(true);
    return response;
  },
});

interface SignedOut {
  readonly isSignedOut: boolean;
}

const useStore = create<SignedOut>(() => ({ isSignedOut: false }));

export function useIsSignedOut(): boolean {
  return useStore(({ isSignedOut }) => isSignedOut);
}

/** Told by whoever the server refused. */
export function noteSignedOut(isSignedOut: boolean): void {
  if (useStore.getState().isSignedOut !== isSignedOut) useStore.setState({ isSignedOut });
}
