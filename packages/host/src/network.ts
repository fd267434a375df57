export { type Network, systemNetwork } from "@roo-code/browser/network";
export { guardedRequest, PageRefusal } from "./net/guarded-request.ts";
