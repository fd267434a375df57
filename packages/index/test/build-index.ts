import { LocalWorkspace } from "../../workspace/src/index.ts";
import { createCodeIndex } from "../src/code-index.ts";

// Builds an index in a separate process: build-index.ts HOME ROOT. Prints a line once it has started.
const [home = "", root = ""] = process.argv.slice(2);
const workspace = new LocalWorkspace({ root });
const index = createCodeIndex({ home, root: workspace.root, files: workspace.files });
await index.build({ onProgress: () => process.stdout.write("started\n") });
await index.close();
