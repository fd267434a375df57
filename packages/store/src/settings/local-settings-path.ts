import { basename, join } from "node:path";

/**
 * Where a person's own settings for one folder are: in their home, so that no repository can bring them along and no
 * task changes them by working in the folder. The name is for people, the digest tells folders of one name apart.
 */
export function localSettingsPath(home: string, workspace: string): string {
  const digest = process.getBuiltinModule("node:crypto").hash("sha256", workspace, "hex").slice(0, 12);
  const name = basename(workspace)
    .replaceAll(/[^\w.-]+/g, "-")
    .slice(0, 40);
  return join(home, "projects", `${name}-${digest}`, "settings.json");
}
