import { messageText } from "@roo-code/types";
import type { RunOutput } from "../output/run-output.ts";

/** For an output that shows a model's words while they arrive: those that were said before are shown as well. */
export function speakReplies(output: RunOutput): RunOutput {
  const heard = new Set<string>();
  return {
    observe(item, source) {
      if (item.type === "text.delta") heard.add(source.taskId);
      if (item.type === "turn.start") heard.delete(source.taskId);
      const text = item.type === "turn.end" && !heard.has(source.taskId) ? messageText(item.message) : "";
      if (text !== "") output.observe({ live: true, type: "text.delta", text }, source);
      output.observe(item, source);
    },
    finish: (result) => output.finish(result),
  };
}
