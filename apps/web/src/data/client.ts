import { createClient } from "@roo-code/client";
import { create } from "zustand";

/** The API of the server that served this page; the session cookie authenticates. */
export const client = createClient({
  async fetch(input, init) {
    const response = await fetch(input, init);
    if (response.status === 401) setSignedOut(true);
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

/** Called after a response with status 401, and after signing in. */
export function setSignedOut(isSignedOut: boolean): void {
  if (useStore.getState().isSignedOut !== isSignedOut) useStore.setState({ isSignedOut });
}
