import { rooHome, systemClock } from "@roo-code/host";

/** Where this process keeps state, and its time. */
export function places() {
  return { home: rooHome(process.env), environment: process.env, clock: systemClock };
}
