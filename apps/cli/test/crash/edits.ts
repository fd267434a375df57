import { carefulActor, command, diff, read, write } from "./careful-actor.ts";
import type { CrashScenario } from "./scenario.ts";

/** Edits and commands, some of them in one reply. */
export const edits: CrashScenario = {
  name: "edits and commands",
  files: { "kept.txt": "kept\n" },
  start: ["run", "do it"],
  prompt: "do it",
  flags: ["--auto-approve", "edit,command"],
  answer: (request, journal) =>
    carefulActor(
      {
        name: "step",
        replies: [
          [write("a.txt", "one\ntwo\nthree\n")],
          [command(journal, "first")],
          [read("a.txt"), diff("a.txt", "two", "TWO"), command(journal, "second")],
          [write("deep/b.txt", "b\n")],
          [diff("a.txt", "three", "THREE"), read("deep/b.txt")],
          [command(journal, "third")],
        ],
        result: "all done",
      },
      request,
    ),
};
