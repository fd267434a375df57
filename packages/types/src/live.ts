/** What happens between events. Shown while it happens, never recorded: the event that follows holds it all. */
export type LiveDelta =
  | { live: true; type: "text.delta"; text: string }
  | { live: true; type: "reasoning.delta"; text: string }
  | { live: true; type: "call.start"; callId: string; name: string }
  | { live: true; type: "call.delta"; callId: string; text: string }
  | { live: true; type: "output.delta"; callId: string; text: string };
