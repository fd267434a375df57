import { dirname, delimiter } from "node:path";
import { LocalWorkspace, type WorkspaceSandbox } from "@roo-code/workspace";

/** Enough for a compiler, too little to harm the machine. */
const usualMemory = 3 * 1024 ** 3;
const limits = { processes: 1024, fileBytes: 1024 ** 3, cpuSeconds: 3600 };

/** A folder whose commands see the machine's programs and nothing else: no network, no home, nothing around it. */
export function openSealedWorkspace(options: {
  readonly root: string;
  readonly home: string;
  readonly places?: WorkspaceSandbox["places"];
  readonly memoryBytes?: number;
}): LocalWorkspace {
  const { root, home, places = [], memoryBytes = usualMemory } = options;
  return new LocalWorkspace({
    root,
    // Our own Node comes along, wherever it is.
    environment: { ...process.env, PATH: [process.env["PATH"] ?? "", dirname(process.execPath)].join(delimiter) },
    sandbox: {
      choice: "auto",
      home,
      isSealed: true,
      limits: { ...limits, memoryBytes },
      places,
      profile: () => ({ write: "all", network: "none" }),
    },
  });
}
