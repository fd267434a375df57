import { ConfigurationRoot } from "./configuration-root.ts";

/** Where configuration is. */
export interface ConfigurationPlaces {
  /** `~/.roo`, or what replaces it. */
  readonly home: string;
  readonly workspace: string;
}

export interface ConfigurationRoots {
  readonly user: ConfigurationRoot;
  readonly project: ConfigurationRoot;
}

/** In one's home folder, `~/.roo` is also the workspace's `.roo`: there it counts once, as the person's. */
export function configurationRoots({ home, workspace }: ConfigurationPlaces): ConfigurationRoots {
  return {
    user: new ConfigurationRoot({ origin: "user", path: home, label: "~/.roo/" }),
    project: new ConfigurationRoot({ origin: "project", path: workspace, except: home }),
  };
}
