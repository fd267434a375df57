import { create } from "zustand";

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
