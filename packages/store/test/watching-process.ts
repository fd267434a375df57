// A separate process that only watches a folder.
import { watchConfiguration } from "../src/settings/watch-configuration.ts";

const [folder = ""] = process.argv.slice(2);
watchConfiguration({ paths: [folder], onChange: () => {} });
process.stdout.write("watching\n");
