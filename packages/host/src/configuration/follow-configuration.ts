import { configurationPaths, watchConfiguration } from "@roo-code/store";
import type { Mode, Settings } from "@roo-code/types";
import type { HostContext } from "../host.ts";
import { agentsHome } from "../roo-home.ts";
import { type Configuration, loadConfiguration } from "./configuration.ts";

/**
 * Reloads the configuration of a folder within a second of every change to one of its files, until the returned function
 * is called. Active runs keep the configuration they started with.
 */
export function followConfiguration(
  context: HostContext,
  request: {
    readonly workspace: string;
    readonly program?: Settings;
    readonly modes?: readonly Mode[];
    readonly onChange: (configuration: Configuration) => void;
  },
): () => void {
  const { workspace, program, modes, onChange } = request;
  let newest = 0;
  const watch = watchConfiguration({
    paths: configurationPaths({ home: context.home, workspace, ...agentsHome(context.environment) }),
    onChange: () => {
      const turn = (newest += 1);
      void loadConfiguration(context, { workspace, program, modes }).then((configuration) => {
        // After two changes in a row only the last read is current.
        if (turn === newest) onChange(configuration);
      });
    },
  });
  return () => {
    newest += 1;
    watch.dispose();
  };
}
