import { createRedactor } from "@roo-code/store";
import type { Clock } from "@roo-code/types";

/** A function that removes the keys of the secret store and of the environment from a text. */
export async function knownSecrets(context: {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
}): Promise<(text: string) => string> {
  const { openSecretStore } = await import("./open-secrets.ts");
  const store = await openSecretStore(context);
  const stored = await Promise.all((await store.names()).map((name) => store.get(name).catch(() => undefined)));
  const fromEnvironment = Object.entries(context.environment).flatMap(([name, value]) =>
    /KEY|TOKEN|SECRET|PASSWORD|DATABASE_URL/i.test(name) && value ? [value] : [],
  );
  return createRedactor([...stored.filter((value) => value !== undefined), ...fromEnvironment]);
}
