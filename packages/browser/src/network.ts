export { classifyAddress } from "./network/address-class.ts";
export { type Network, openConnection, systemNetwork } from "./network/network.ts";
export { type Target, targetOf } from "./network/target.ts";
