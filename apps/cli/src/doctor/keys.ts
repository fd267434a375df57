import { openSecretStore } from "@roo-code/host";
import { RooError } from "@roo-code/types";
import { processContext } from "../process-context.ts";
import type { Finding } from "./finding.ts";

/** Where keys are kept, and whether they can be read there. */
export async function keys(): Promise<Finding> {
  try {
    const store = await openSecretStore(processContext());
    const names = await store.names();
    for (const name of names) await store.get(name);
    const where = store.kind === "keychain" ? "in the system's keychain" : "in an encrypted file in the state folder";
    return { name: "keys", status: "ok", detail: `${names.length} kept ${where}` };
  } catch (error) {
    if (!(error instanceof RooError)) throw error;
    const consequence = error.next ?? "Store them again: roo profiles add NAME --api-key KEY";
    return { name: "keys", status: "broken", detail: error.message, consequence };
  }
}
