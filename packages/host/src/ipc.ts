// A separate entry point: only processes that serve other programs need its schemas.
export { connectToSocket, listenOnSocket } from "@roo-code/ipc";
export { IpcDoor, type ServeIpcOptions, serveIpc } from "./ipc/ipc-door.ts";
