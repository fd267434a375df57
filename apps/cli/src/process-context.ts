import type { Host } from "@roo-code/host";
import { createHost, rooHome, systemClock } from "@roo-code/host";
import { version } from "./version.ts";

/** The state folder, environment and clock of this process. */
export function processContext() {
  return { home: rooHome(process.env), environment: process.env, clock: systemClock };
}

export function openHost(): Host {
  return createHost({ home: rooHome(process.env), environment: process.env, version });
}
