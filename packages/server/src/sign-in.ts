// A separate entry point: asking a running server must not load the server itself.
export { askServer, type ControlAnswer } from "./access/control.ts";
export { replaceKeys } from "./access/server-keys.ts";
