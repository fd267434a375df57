import type { ConnectFailure } from "./connect-failure.ts";

/** Where a server stands. Times are of the monotonic clock. */
export type ConnectionState<Live> =
  /** Nobody has needed it yet, or nobody does any more. */
  | { readonly kind: "idle" }
  | { readonly kind: "connecting"; readonly done: Promise<Live> }
  | { readonly kind: "connected"; readonly live: Live; readonly since: number }
  | { readonly kind: "waiting"; readonly error: ConnectFailure; readonly until: number }
  | { readonly kind: "failed"; readonly error: ConnectFailure }
  | { readonly kind: "closed" };
