import type { Exercise } from "../exercise.ts";
import type { TrialAgent } from "../trial-agent.ts";
import { checkAgentName } from "./check-agent.ts";
import { nullAgent } from "./null-agent.ts";

interface AgentParts {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly exercises: readonly Exercise[];
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The command line of our own program. */
  readonly roo: readonly string[];
}

/** Creates an agent by its name. Throws `RooError` `unknown_agent`, `invalid_script`. */
export async function openAgent(name: string, parts: AgentParts): Promise<TrialAgent> {
  checkAgentName(name);
  const [kind = "", ...rest] = name.split(":");
  const argument = rest.join(":").trim();
  switch (kind) {
    case "roo":
      return (await import("./roo/roo-agent.ts")).createRooAgent(parts);
    case "oracle":
      return (await import("./oracle-agent.ts")).createOracle(parts);
    case "scripted":
      return (await import("./scripted-agent.ts")).createScripted({ file: argument, home: parts.home });
    case "command":
      return (await import("./command-agent.ts")).createCommandAgent(argument);
    default:
      return nullAgent;
  }
}
