import type { Host } from "@roo-code/host";
import { createHost, rooHome, systemClock } from "@roo-code/host";
import { version } from "./version.ts";

/** Where this process keeps state, and its time. */
export function processContext() {
  return { home: rooHome(process.env), environment: process.env, clock: systemClock };
}

export function openHost(): Host {
  return createHost({ home: rooHome(process.env), environment: process.env, version });
}
