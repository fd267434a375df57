import { configurationPaths, watchConfiguration } from "@roo-code/store";
import type { Settings } from "@roo-code/types";
import type { HostContext } from "../host.ts";
import { agentsHome } from "../roo-home.ts";
import { type Configuration, loadConfiguration } from "./configuration.ts";

/**
 * Hands over the configuration of a folder anew, within a second of every change to one of its files, until the
 * returned function is called. Runs that are under way keep what they began with.
 */
export function followConfiguration(
  context: HostContext,
  request: { workspace: string; program?: Settings; onChange: (configuration: Configuration) => void },
): () => void {
  const { workspace, program, onChange } = request;
  let newest = 0;
  const watch = watchConfiguration({
    paths: configurationPaths({ home: context.home, workspace, ...agentsHome(context.environment) }),
    onChange: () => {
      const turn = (newest += 1);
      void loadConfiguration(context, { workspace, ...(program && { program }) }).then((configuration) => {
        // Two changes in a row: only what was read last is true.
        if (turn === newest) onChange(configuration);
      });
    },
  });
  return () => {
    newest += 1;
    watch.dispose();
  };
}
