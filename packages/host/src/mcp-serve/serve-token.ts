import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";

const minLength = 16;

/** The token of `ROO_MCP_TOKEN`; otherwise one that is generated once, so that clients need no new configuration. */
export function serveToken(home: string, environment: NodeJS.ProcessEnv): string {
  const token = environment["ROO_MCP_TOKEN"];
  if (token === undefined || token === "") return storedToken(join(home, "mcp"));
  if (token.length >= minLength && /^[\w.~+/=-]+$/.test(token)) return token;
  throw new RooError({
    code: "invalid_value",
    message: "ROO_MCP_TOKEN is not a valid token.",
    next: `Use at least ${minLength} letters and digits, or unset it to have one generated.`,
  });
}

function storedToken(folder: string): string {
  const file = join(folder, "serve-token");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // Fails if it exists: two processes that start at the same time must use the same token.
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
