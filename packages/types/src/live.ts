/** Streamed output between events. Shown live, never recorded: the following event contains all of it. */
export type LiveDelta =
  | { live: true; type: "text.delta"; text: string }
  | { live: true; type: "reasoning.delta"; text: string }
  | { live: true; type: "call.start"; callId: string; name: string }
  | { live: true; type: "call.delta"; callId: string; text: string }
  | { live: true; type: "output.delta"; callId: string; text: string }
  /** How far work beside the conversation is. Each replaces the one before; empty when it is done. */
  | { live: true; type: "progress.delta"; text: string };
