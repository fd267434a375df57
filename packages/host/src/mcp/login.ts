import { fillRemote, LoginStore } from "@roo-code/mcp";
import { substitute } from "@roo-code/store";
import { RooError } from "@roo-code/types";
import type { HostContext } from "../host.ts";
import type { KnownServer } from "./known-servers.ts";

export interface LoginContext extends HostContext {
  readonly workspace: string;
  readonly version: string;
}

/** Logs the person into a server with their browser. Throws `RooError` `login_failed`, `no_login`. */
export async function logInto(
  server: KnownServer,
  context: LoginContext,
  { onAddress, signal }: { onAddress: (url: URL) => void; signal: AbortSignal },
): Promise<"done" | "unneeded"> {
  const { configuration, store } = await remoteOf(server, context);
  const { logIn } = await import("@roo-code/mcp/login");
  return logIn({ configuration, store, version: context.version, onAddress, signal });
}

/** Whether there was a login to remove. */
export async function logOutOf(server: KnownServer, context: LoginContext): Promise<boolean> {
  return (await remoteOf(server, context)).store.forget();
}

async function remoteOf({ name, configuration: given, isWithheld }: KnownServer, context: LoginContext) {
  if (given.type === "stdio") {
    const message = `${name} is a program on this machine; there is nothing to log in to.`;
    throw new RooError({ code: "no_login", message, next: "Give it what it needs in its env." });
  }
  if (isWithheld) {
    const message = `${name} belongs to a project that is not trusted.`;
    throw new RooError({ code: "not_trusted", message, next: "Review it, then trust it with: roo config trust" });
  }
  const { environment, workspace } = context;
  const fill = (value: unknown) => substitute(value, { ...environment, workspaceFolder: workspace });
  const { configuration } = fillRemote(given, { fill });
  const secrets = async () => (await import("../provider/open-secrets.ts")).openSecretStore(context);
  return { configuration, store: new LoginStore({ secrets, server: name, url: configuration.url }) };
}
