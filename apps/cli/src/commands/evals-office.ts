import { officeServerKinds, serveOffice } from "@roo-code/evals/mcp";
import { RooError } from "@roo-code/types";

/** One of the servers of `roo evals mcp`: its kind, and the file that it keeps its office in. */
export async function evalsOffice([word, state = ""]: readonly string[]): Promise<number> {
  const kind = officeServerKinds.find((known) => known === word);
  if (!kind) throw new RooError({ code: "wrong_usage", message: `There is no office server "${word ?? ""}".` });
  await serveOffice(kind, state);
  return new Promise(() => {});
}
