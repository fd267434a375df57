import { realClock } from "../src/snapshots/temp-snapshots.ts";
import { openWorktrees } from "../src/worktrees/open-worktrees.ts";

// `node worktrees-in-child.ts <workspace> <home> open|merge <id>`: a process to kill.
const [workspace = "", home = "", what, id = ""] = process.argv.slice(2);
const worktrees = await openWorktrees({ workspace, home, clock: realClock });
if (what === "open") await worktrees.open(id);
else await worktrees.merge(id);
