import { processContext } from "../process-context.ts";
import { readUpdateState, writeUpdateState } from "./update-state.ts";

const timeoutMs = 5_000;
const maxBytes = 1024 * 1024;

/** Asks the npm registry for the newest version and remembers it. A plain request for a public page: nothing about the user is sent. */
export async function checkForUpdate(): Promise<number> {
  const { home, environment } = processContext();
  const latest = await newestVersion(environment["npm_config_registry"] || "https://registry.npmjs.org");
  if (latest === undefined) return 1;
  writeUpdateState(home, { ...readUpdateState(home), latest });
  return 0;
}

/** undefined if the registry cannot be reached, as offline, or answers with anything else. */
async function newestVersion(registry: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${registry.replace(/\/$/, "")}/@roo-code%2fcli/latest`, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: "application/json", "user-agent": "roo" },
    });
    if (!response.ok || !response.body) return undefined;
    let text = "";
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.length > maxBytes) return undefined;
    }
    const answer: unknown = JSON.parse(text);
    const version = answer !== null && typeof answer === "object" && "version" in answer ? answer.version : undefined;
    return typeof version === "string" ? version.slice(0, 40) : undefined;
  } catch {
    return undefined;
  }
}
