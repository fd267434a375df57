// Minimal work on a folder of logs: `ends` parses the first and last line of each log, `parse` every line.
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";

const [what, folder] = process.argv.slice(2);
const window = Buffer.alloc(4096);
let events = 0;
for (const name of readdirSync(folder)) {
  const log = join(folder, name, "events.jsonl");
  if (what === "parse") {
    for (const line of readFileSync(log, "utf8").trimEnd().split("\n")) if (JSON.parse(line).seq > 0) events += 1;
    continue;
  }
  const file = openSync(log, "r");
  readSync(file, window, 0, window.length, 0);
  const first = JSON.parse(window.toString("utf8", 0, window.indexOf(10)));
  const read = readSync(file, window, 0, window.length, Math.max(0, fstatSync(file).size - window.length));
  const last = JSON.parse(window.toString("utf8", window.lastIndexOf(10, read - 2) + 1, read));
  closeSync(file);
  events += last.seq - first.seq + 1;
}
process.stdout.write(`${events}\n`);
