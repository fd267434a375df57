import { carefulActor, command, conversationOf, diff, type Part, read, subtask, write } from "./careful-actor.ts";
import type { CrashScenario } from "./scenario.ts";

/** Two parallel subtasks that write, each in its own copy, one that reads, and a subtask of the first. */
export const subtasks: CrashScenario = {
  name: "subtasks in copies",
  files: { "shared.txt": "one\ntwo\nthree\nfour\nfive\nsix\nseven\n", "notes.txt": "notes\n" },
  start: ["run", "PART lead"],
  prompt: "PART lead",
  flags: ["--auto-approve", "all"],
  answer(request, journal) {
    const name = /PART (\w+)/.exec(conversationOf(request))?.[1] ?? "";
    return carefulActor(parts(journal)[name] ?? lost, request);
  },
};

const lost: Part = { name: "lost", replies: [], result: "unknown part" };

function parts(journal: string): Readonly<Record<string, Part>> {
  return {
    lead: {
      name: "lead",
      replies: [
        [command(journal, "prepared")],
        [subtask("code", "PART left"), subtask("code", "PART right"), subtask("ask", "PART reader")],
        [read("shared.txt")],
        [write("summary.txt", "left, right and deep are done\n")],
      ],
      result: "all parts are done",
    },
    left: {
      name: "left",
      replies: [
        [diff("shared.txt", "one", "ONE")],
        [command(journal, "left")],
        [subtask("code", "PART deep")],
        [write("left/done.txt", "left\n")],
      ],
      result: "left is done",
    },
    right: {
      name: "right",
      replies: [[diff("shared.txt", "seven", "SEVEN")], [command(journal, "right")]],
      result: "right is done",
    },
    reader: { name: "reader", replies: [[read("notes.txt")]], result: "the notes say: notes" },
    deep: {
      name: "deep",
      replies: [[write("deep/file.txt", "deep\n")], [command(journal, "deep")]],
      result: "deep is done",
    },
  };
}
