import { type FormEvent, useEffect, useState } from "react";
import { checkSignIn, signIn } from "../../data/sign-in.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { describeError } from "../../ui/states.tsx";

/** Shown instead of any page while the browser is signed out. */
export function SignedOut() {
  const [pasted, setPasted] = useState("");
  const [problem, setProblem] = useState(addressProblem);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    const onFocus = () => void checkSignIn();
    window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    await signIn(pasted).catch((error: unknown) => setProblem(problemOf(error)));
    setIsBusy(false);
  };
  return (
    <section aria-labelledby="signed-out" className="mx-auto flex h-full max-w-md flex-col justify-center gap-4 p-6">
      <h1 id="signed-out" className="text-lg font-semibold">
        You are signed out
      </h1>
      <p className="text-sm text-ink-2">
        On the machine where the server runs, <code className="rounded bg-sunken px-1">roo open</code> signs a browser
        in; <code className="rounded bg-sunken px-1">roo open --qr</code> does so for a phone.
      </p>
      <form className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
        <Field label="Address or token" hint="The address that it prints, or the server's token" error={problem}>
          {(field) => (
            <Input
              {...field}
              type="password"
              autoComplete="off"
              autoFocus
              value={pasted}
              onChange={({ target }) => setPasted(target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" className="self-end" disabled={isBusy || !pasted.trim()}>
          Sign in
        </Button>
      </form>
    </section>
  );
}

/** The server redirects here if the code of a sign-in address is no longer valid. */
function addressProblem(): string | undefined {
  const isFailed = new URLSearchParams(location.search).has("sign-in-failed");
  return isFailed ? "This address was already used or has expired. Get a new one with roo open." : undefined;
}

function problemOf(error: unknown): string {
  const { message } = describeError(error);
  return message === "You are signed out." ? "This address or token is invalid or has expired." : message;
}
