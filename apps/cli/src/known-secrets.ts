import { createRedactor, openSecretStore } from "@roo-code/host";
import { places } from "./places.ts";

/** Takes every key we know of out of a text: those of the secret store, and those in the environment. */
export async function knownSecrets(): Promise<(text: string) => string> {
  const store = await openSecretStore(places());
  const stored = await Promise.all((await store.names()).map((name) => store.get(name).catch(() => undefined)));
  const fromEnvironment = Object.entries(process.env).flatMap(([name, value]) =>
    /KEY|TOKEN|SECRET|PASSWORD/i.test(name) && value ? [value] : [],
  );
  return createRedactor([...stored.filter((value) => value !== undefined), ...fromEnvironment]);
}
