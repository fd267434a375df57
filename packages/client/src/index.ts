export { ApiFailure } from "./api-failure.ts";
export type { CallOptions, ClientOptions } from "./call-route.ts";
export { type Client, createClient } from "./create-client.ts";
export {
  fitsFrame,
  LiveConnection,
  type LiveOptions,
  type LiveState,
  type ShellListener,
  type TaskListener,
} from "./live-connection.ts";
