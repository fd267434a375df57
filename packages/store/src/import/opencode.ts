import type { ImportSource } from "./import-source.ts";
import { bringOpencode } from "./opencode/bring-opencode.ts";

/** opencode: `~/.config/opencode`, its data folder, and `opencode.json` and `.opencode` of the project. */
export const opencode: ImportSource = {
  tool: "opencode",
  label: "opencode",
  find: (places, findings) =>
    bringOpencode(findings, {
      places,
      name: "opencode",
      configFiles: ["config.json", "opencode.json", "opencode.jsonc"],
      projectFiles: ["opencode.json", "opencode.jsonc"],
      projectFolders: [".opencode"],
    }),
};
