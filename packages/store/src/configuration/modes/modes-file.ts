import type { ConfigurationEntry, ConfigurationRoot } from "../files/configuration-root.ts";

/** A file that holds modes. */
export interface ModesFile {
  readonly root: ConfigurationRoot;
  readonly file: ConfigurationEntry;
  /** For one that may hold a single mode: its slug, unless it says otherwise. */
  readonly fileSlug?: string;
}
