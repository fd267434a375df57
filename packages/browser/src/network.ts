export { startGuardProxy } from "./network/guard-proxy.ts";
export { admitTarget, type Network, openConnection, systemNetwork } from "./network/network.ts";
export { Refusal } from "./network/network-policy.ts";
export { targetOf } from "./network/target.ts";
