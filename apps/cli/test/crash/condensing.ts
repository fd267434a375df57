import { carefulActor, command, read, write } from "./careful-actor.ts";
import type { CrashScenario } from "./scenario.ts";

const long = Array.from({ length: 150 }, (_, line) => `line ${line} of a file that fills a window quickly`).join("\n");

/** A conversation that becomes too long twice. */
export const condensing: CrashScenario = {
  name: "long conversation",
  files: Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`long-${index}.txt`, `${index}\n${long}\n`])),
  homeFiles: {
    "profiles.json": JSON.stringify({
      small: { apiProvider: "openai", apiModelId: "careful", apiBaseUrl: "BASE_URL", contextWindow: 16_000 },
    }),
  },
  start: ["run", "do it"],
  prompt: "do it",
  flags: ["--auto-approve", "edit,command", "--profile", "small", "--api-key", "none"],
  answer: (request, journal) =>
    carefulActor(
      {
        name: "step",
        replies: Array.from({ length: 8 }, (_, index) => [
          [read(`long-${index}.txt`)],
          index % 2 === 0 ? [command(journal, `made-${index}`)] : [write(`note-${index}.txt`, `${index}\n`)],
        ]).flat(),
        result: "all read",
      },
      request,
    ),
  problems(_project, logs) {
    const summaries = (logs.get("root") ?? []).filter((event) => event.type === "summary.added");
    const problems = summaries.length < 2 ? [`${summaries.length} summaries`] : [];
    return [...problems, ...summaries.flatMap(({ by }) => (by === "model" ? [] : ["a summary by rules"]))];
  },
};
