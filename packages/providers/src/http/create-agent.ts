import type { Agent, AgentOptions } from "node:http";
import { RooError } from "@roo-code/types";
import type { Environment } from "../environment.ts";

/** What opens connections to an address: through the proxy of the environment, if there is one. Throws `RooError` `bad_proxy`. */
export function createAgent(url: URL, environment: Environment, options: AgentOptions = {}): Agent {
  const { Agent } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
  if (!usesProxy(url, environment)) return new Agent(options);
  try {
    return new Agent({ ...options, proxyEnv: environment });
  } catch {
    const message = "The proxy in HTTP_PROXY or HTTPS_PROXY is no valid address.";
    throw new RooError({ code: "bad_proxy", message, next: "Correct or unset the variable." });
  }
}

/** A proxy cannot reach what is local to this machine. */
function usesProxy(url: URL, environment: Environment): boolean {
  if (/^(localhost|127\.[\d.]+|\[::1\]|.+\.localhost)$/.test(url.hostname)) return false;
  return ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].some((name) => environment[name]);
}
