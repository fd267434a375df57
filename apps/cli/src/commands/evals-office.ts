import { officeServerKinds, serveOffice } from "@roo-code/evals/mcp";
import { RooError } from "@roo-code/types";

/** One of the servers of `roo evals mcp`, by its kind and state file. */
export async function evalsOffice([word, state = ""]: readonly string[]): Promise<number> {
  const kind = officeServerKinds.find((known) => known === word);
  if (!kind) throw new RooError({ code: "wrong_usage", message: `Unknown office server: "${word ?? ""}"` });
  await serveOffice(kind, state);
  return new Promise(() => {});
}
