import { join } from "node:path";
import type { ConfigurationOrigin } from "../files/configuration-root.ts";
import type { ConfigurationPlaces } from "../files/configuration-roots.ts";

/** Where modes of a person or a project are written, below the folder that nothing is written outside of. */
export interface ModeFolders {
  readonly root: string;
  /** Relative to it. */
  readonly modes: string;
  readonly rules: (slug: string) => string;
}

export function modeFolders({ home, workspace }: ConfigurationPlaces, origin: ConfigurationOrigin): ModeFolders {
  if (origin === "user") return { root: home, modes: "modes", rules: (slug) => `rules-${slug}` };
  return { root: workspace, modes: join(".roo", "modes"), rules: (slug) => join(".roo", `rules-${slug}`) };
}
