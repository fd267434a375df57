import { messageText } from "@roo-code/types";
import type { RunOutput } from "../output/run-output.ts";

/** For an output that shows a reply while it streams: also shows replies from before it was attached. */
export function replayMissedReplies(output: RunOutput): RunOutput {
  const streamed = new Set<string>();
  return {
    observe(item, source) {
      if (item.type === "text.delta") streamed.add(source.taskId);
      if (item.type === "turn.start") streamed.delete(source.taskId);
      const text = item.type === "turn.end" && !streamed.has(source.taskId) ? messageText(item.message) : "";
      if (text !== "") output.observe({ live: true, type: "text.delta", text }, source);
      output.observe(item, source);
    },
    finish: (result) => output.finish(result),
  };
}
