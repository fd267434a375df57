// `node configuration-cost.ts HOME FOLDER` prints the CPU time in milliseconds that reading the whole configuration takes
// once the code for it is loaded. A separate process, so that nothing is cached.
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { loadTextFiles } from "./text-loader.ts";

const [home = "", folder = ""] = process.argv.slice(2);
enableCompileCache(join(home, "cache", "compiled"));
loadTextFiles();
const { createHost } = await import("../packages/host/src/create-host.ts");
const { instructionsFor } = await import("../packages/host/src/configuration/configuration.ts");
const { createLibrary } = await import("../packages/host/src/parts/library.ts");
const { guideTo } = await import("../packages/host/src/parts/library-guide.ts");
const { systemClock } = await import("../packages/providers/src/system-clock.ts");

const environment = {};
const context = { home, environment, clock: systemClock };
const host = createHost({ ...context, version: "bench" });
const before = process.cpuUsage();
const configuration = await host.configure(folder);
const { text } = instructionsFor(context, configuration, "code");
const guide = await guideTo(createLibrary({ home, workspace: folder, mode: "code" }));
await host.profiles.read();
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ spentMs: (user + system) / 1000, characters: text.length + guide.length }));
