import { carefulActor, command, conversationOf, type Part, write } from "./careful-actor.ts";
import type { CrashScenario } from "./scenario.ts";

const plan = `name: three phases
phases:
  - id: one
    subtasks: [PART base]
    checks: grep -q base base.txt
  - id: two
    retries: 1
    subtasks:
      - id: left
        message: PART left
        checks: grep -q right-at-last left-made.txt
      - id: right
        message: PART right
  - id: three
    subtasks: [PART last]
    checks: [test -s last.txt, test -s base.txt]
`;

/** Three phases, two parallel subtasks, checks, and one attempt that fails its check. */
export const workflow: CrashScenario = {
  name: "workflow of three phases",
  files: { "plan.yaml": plan },
  start: ["workflow", "run", "plan.yaml"],
  flags: ["--auto-approve", "all"],
  answer(request, journal) {
    const text = conversationOf(request);
    const name = /PART (\w+)/.exec(text)?.[1] ?? "";
    // The message about the failed check names the command.
    const isRetry = text.includes("grep -q right-at-last");
    return carefulActor(parts(journal)[name === "left" && isRetry ? "leftAgain" : name] ?? lost, request);
  },
};

const lost: Part = { name: "lost", replies: [], result: "unknown part" };

function parts(journal: string): Readonly<Record<string, Part>> {
  return {
    base: { name: "base", replies: [[write("base.txt", "base\n")], [command(journal, "built")]], result: "base" },
    left: {
      name: "left",
      replies: [[write("left-made.txt", "wrong\n")], [command(journal, "left")]],
      result: "left, tried",
    },
    leftAgain: { name: "left", replies: [[write("left-made.txt", "right-at-last\n")]], result: "left" },
    right: {
      name: "right",
      replies: [[write("right/file.txt", "right\n")], [command(journal, "right")]],
      result: "right",
    },
    last: { name: "last", replies: [[command(journal, "last")]], result: "last" },
  };
}
