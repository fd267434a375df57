// A door of its own: it brings schemas along, and only who serves other programs needs it.

export { connectToSocket, type HeldSocket, listenOnSocket } from "@roo-code/ipc";
export { IpcDoor, type ServeIpcOptions, serveIpc } from "./ipc/ipc-door.ts";
