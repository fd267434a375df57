// A separate process that writes settings or secrets: `<what> <home> <name> <count>`.
import { FileSecretStore } from "../src/secrets/file-secret-store.ts";
import { userSettingsFile } from "../src/settings/load-settings.ts";
import { realClock } from "./real-clock.ts";

const [what = "", home = "", name = "", count = ""] = process.argv.slice(2);
const settings = userSettingsFile({ home, clock: realClock });
const secrets = new FileSecretStore({ home, clock: realClock });

process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
for (let index = 1; index <= Number(count); index += 1) {
  if (what === "settings") await settings.change({ [`${name}${index}`]: index });
  if (what === "counter") await settings.change({ [name]: index, filler: "x".repeat(50_000) });
  if (what === "secrets") await secrets.set(`${name}${index}`, `value of ${name}${index}`);
  process.stdout.write(`${index}\n`);
}
process.exit(0);
