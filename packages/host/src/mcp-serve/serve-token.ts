import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";

const shortest = 16;

/** The token of `ROO_MCP_TOKEN`; else one of our own, the same at every start, so that clients can be told once. */
export function serveToken(home: string, environment: NodeJS.ProcessEnv): string {
  const given = environment["ROO_MCP_TOKEN"];
  if (given === undefined || given === "") return keptToken(join(home, "mcp"));
  if (given.length >= shortest && /^[\w.~+/=-]+$/.test(given)) return given;
  throw new RooError({
    code: "invalid_value",
    message: "ROO_MCP_TOKEN is no token.",
    next: `Use ${shortest} letters and digits or more, or leave it out: then one is made.`,
  });
}

function keptToken(folder: string): string {
  const file = join(folder, "serve-token");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // Only where there is none yet: of two that start at once both use the same.
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
