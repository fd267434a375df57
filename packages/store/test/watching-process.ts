// A process of its own that watches a folder and has nothing else to do.
import { watchConfiguration } from "../src/settings/watch-configuration.ts";

const [folder = ""] = process.argv.slice(2);
watchConfiguration({ paths: [folder], onChange: () => {} });
process.stdout.write("watching\n");
