import { fillRemote, LoginStore } from "@roo-code/mcp";
import { substitute } from "@roo-code/store";
import { RooError } from "@roo-code/types";
import type { HostContext } from "../host.ts";
import type { KnownServer } from "./known-servers.ts";

interface LoginContext extends HostContext {
  readonly workspace: string;
  readonly version: string;
}

/** Logs the user in to a server with their browser. Throws `RooError` `login_failed`, `no_login`. */
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

async function remoteOf({ name, configuration: unfilled, isWithheld }: KnownServer, context: LoginContext) {
  if (unfilled.type === "stdio") {
    const message = `MCP server ${name} is a local program and has no login.`;
    throw new RooError({ code: "no_login", message, next: "Pass its credentials in its env." });
  }
  if (isWithheld) {
    const message = `MCP server ${name} belongs to a project that is not trusted.`;
    throw new RooError({ code: "not_trusted", message, next: "Review it, then trust it with: roo config trust" });
  }
  const { environment, workspace } = context;
  const fill = (value: unknown) => substitute(value, { ...environment, workspaceFolder: workspace });
  const { configuration } = fillRemote(unfilled, { fill });
  const secrets = async () => (await import("../provider/open-secrets.ts")).openSecretStore(context);
  return { configuration, store: new LoginStore({ secrets, server: name, url: configuration.url }) };
}
