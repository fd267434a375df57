import { createHost, type Host, rooHome } from "@roo-code/host";
import { version } from "./version.ts";

export function openHost(): Host {
  return createHost({ home: rooHome(process.env), environment: process.env, version });
}
