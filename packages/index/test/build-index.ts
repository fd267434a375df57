import { LocalWorkspace } from "../../workspace/src/index.ts";
import { createCodeIndex } from "../src/code-index.ts";

// Builds an index in a process of its own: build-index.ts HOME ROOT. Says when it has begun.
const [home = "", root = ""] = process.argv.slice(2);
const workspace = new LocalWorkspace({ root });
const index = createCodeIndex({ home, root: workspace.root, files: workspace.files });
await index.build({ onProgress: () => process.stdout.write("at it\n") });
await index.close();
