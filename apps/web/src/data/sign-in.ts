import { ApiFailure } from "@roo-code/client";
import { client, noteSignedOut } from "./client.ts";
import { live } from "./live.ts";
import { queryClient } from "./query-client.ts";

/** With a token, or with an address that roo open printed. Throws `ApiFailure` where it is not good. */
export async function signIn(pasted: string): Promise<void> {
  const response = await fetch("/api/v1/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: tokenIn(pasted) }),
  }).catch((error: unknown) => {
    throw ApiFailure.unreachable(error);
  });
  if (!response.ok) throw await ApiFailure.of(response);
  begin();
}

/** This browser only. The page is loaded anew, so that nothing it was shown stays. Throws `ApiFailure`. */
export async function signOut(): Promise<void> {
  const response = await fetch("/api/v1/session", { method: "DELETE" }).catch((error: unknown) => {
    throw ApiFailure.unreachable(error);
  });
  if (!response.ok) throw await ApiFailure.of(response);
  location.assign("/");
}

/** For a browser that was signed in elsewhere meanwhile: by another tab, or by an address. */
export async function lookAgain(): Promise<void> {
  await client.server.about().then(begin, () => undefined);
}

function begin(): void {
  noteSignedOut(false);
  live().reconnect();
  void queryClient.resetQueries();
}

/** The code of an address, or the words themselves. */
function tokenIn(pasted: string): string {
  const text = pasted.trim();
  const parameters = URL.parse(text)?.searchParams;
  return parameters?.get("sign-in") ?? parameters?.get("token") ?? text;
}
