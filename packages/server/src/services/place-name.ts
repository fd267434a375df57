import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What this home is called in a database that several may share; made with the first server. */
export function placeName(home: string): string {
  const file = join(home, "serve", "place");
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    const name = randomBytes(12).toString("hex");
    mkdirSync(join(home, "serve"), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${name}\n`, { mode: 0o600 });
    return name;
  }
}
