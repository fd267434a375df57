// A door of its own: who only asks a server that runs needs nothing of the server itself.
export { askServer } from "./access/ask-server.ts";
export type { ControlAnswer } from "./access/control-protocol.ts";
export { replaceKeys } from "./access/kept-keys.ts";
