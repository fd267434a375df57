import { openSnapshots } from "../src/snapshots/open-snapshots.ts";
import { realClock } from "../src/snapshots/temp-snapshots.ts";

// `node snapshots-in-child.ts <workspace> <home> take|restore <label or id> <times>`: a process to kill.
const [workspace = "", home = "", what, word = "", times = "1"] = process.argv.slice(2);
const store = await openSnapshots({ workspace, home, clock: realClock });
for (let time = 0; time < Number(times); time += 1) {
  if (what === "take") await store.take(word);
  else await store.restore(word);
}
await store.dispose();
