export { ApiFailure } from "./api-failure.ts";
export { type CallOptions, type Client, type ClientOptions, createClient } from "./create-client.ts";
export {
  fitsFrame,
  LiveConnection,
  type LiveOptions,
  type LiveState,
  type ShellListener,
  type TaskListener,
} from "./live-connection.ts";
