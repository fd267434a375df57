export { type Network, systemNetwork } from "@roo-code/browser/network";
export { PageRefusal } from "./message/admit-host.ts";
export { guardedRequest } from "./net/guarded-request.ts";
