export { type GuardProxy, startGuardProxy } from "./network/guard-proxy.ts";
export { admitTarget, type Network, openConnection, systemNetwork } from "./network/network.ts";
export { type NetworkPolicy, Refusal } from "./network/network-policy.ts";
export { type Target, targetOf } from "./network/target.ts";
