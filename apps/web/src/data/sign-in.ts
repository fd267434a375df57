import { ApiFailure } from "@roo-code/client";
import { client, setSignedOut } from "./client.ts";
import { live } from "./live.ts";
import { queryClient } from "./query-client.ts";

/** Signs in with a token, or an address printed by `roo open`. Throws `ApiFailure` if it is not valid. */
export async function signIn(pasted: string): Promise<void> {
  const response = await fetch("/api/v1/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: tokenIn(pasted) }),
  }).catch((error: unknown) => {
    throw ApiFailure.unreachable(error);
  });
  if (!response.ok) throw await ApiFailure.of(response);
  onSignedIn();
}

/** Signs out this browser, and reloads the page so that no data stays in it. Throws `ApiFailure`. */
export async function signOut(): Promise<void> {
  const response = await fetch("/api/v1/session", { method: "DELETE" }).catch((error: unknown) => {
    throw ApiFailure.unreachable(error);
  });
  if (!response.ok) throw await ApiFailure.of(response);
  location.assign("/");
}

/** For a browser that was meanwhile signed in by another tab. */
export async function checkSignIn(): Promise<void> {
  await client.server.about().then(onSignedIn, () => undefined);
}

function onSignedIn(): void {
  setSignedOut(false);
  live().reconnect();
  void queryClient.resetQueries();
}

/** The code in an address, or the text itself. */
function tokenIn(pasted: string): string {
  const text = pasted.trim();
  const parameters = URL.parse(text)?.searchParams;
  return parameters?.get("sign-in") ?? parameters?.get("token") ?? text;
}
