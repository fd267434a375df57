import { join } from "node:path";

/** `~/.agents`, which several agents share; none where nobody is at home. */
export function agentsHome({ HOME, USERPROFILE }: NodeJS.ProcessEnv): { agentsHome?: string } {
  const folder = HOME || USERPROFILE;
  return folder ? { agentsHome: join(folder, ".agents") } : {};
}
