import { approvals } from "./approvals.ts";
import { condensing } from "./condensing.ts";
import { edits } from "./edits.ts";
import { queued } from "./queued.ts";
import type { CrashScenario } from "./scenario.ts";
import { subtasks } from "./subtasks.ts";
import { workflow } from "./workflow.ts";

export const scenarios: readonly CrashScenario[] = [edits, subtasks, workflow, condensing, queued, approvals];
