import {
  type AssistantMessage,
  type EventOf,
  messageText,
  reduceTask,
  type TaskEvent,
  type UserMessage,
} from "@roo-code/types";

/** A readable transcript: messages, calls and their results. */
export function toMarkdown(events: readonly TaskEvent[]): string {
  const sections = [heading(events), ...events.flatMap((event) => sectionOf(event) ?? [])];
  return visible(`${sections.join("\n\n")}\n`);
}

/** Escapes control characters that would affect a terminal or reverse text. */
function visible(markdown: string): string {
  return markdown
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
      return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
    });
}

function heading(events: readonly TaskEvent[]): string {
  const { taskId, mode, environment, usage } = reduceTask(events);
  const run = events.findLast((event) => event.type === "run.start");
  const first = events.find((event) => event.type === "message.added");
  const [title = ""] = messageText(first?.message ?? { role: "user", content: [] })
    .trim()
    .split("\n", 1);
  const facts = [
    `- Task: \`${taskId}\`, started ${events[0]?.at ?? ""}`,
    `- Folder: \`${environment.cwd}\`, mode ${mode}`,
    ...(run ? [`- Model: ${[run.provider, run.model].filter((part) => part !== "").join("/")}`] : []),
    `- Tokens: ${usage.inputTokens} in, ${usage.outputTokens} out${usage.costUsd === null ? "" : `, $${usage.costUsd.toFixed(4)}`}`,
  ];
  return `# ${title === "" ? taskId : title}\n\n${facts.join("\n")}`;
}

function sectionOf(event: TaskEvent): string | undefined {
  switch (event.type) {
    case "message.added":
      return `## User\n\n${userText(event.message)}`;
    case "turn.end":
      return `## Assistant\n\n${replyText(event.message)}`;
    case "tool.end":
      return resultText(event);
    case "turn.failed":
      return `> The request failed: ${event.error.message}`;
    case "question.end":
      return `> Answer: ${event.answer}`;
    case "approval.end":
      return event.decision === "deny"
        ? `> Denied${event.feedback === undefined ? "" : `: ${event.feedback}`}`
        : undefined;
    case "notice.added":
      return `> ${event.message}`;
    case "run.end":
      return `---\n\nEnded: ${event.status}${event.error ? ` (${event.error.message})` : ""}`;
    case "mode.start":
      return `> Mode: ${event.mode}${event.reason ? ` (${event.reason})` : ""}`;
    case "summary.added":
      return `> ${event.dropped} messages were summarized here:\n>\n${quote(userText(event.message))}`;
    case "subtask.start":
      return `> Subtask ${event.agent}, mode ${event.mode}: ${event.message}`;
    case "subtask.end":
      return `> Subtask ${event.taskId}: ${event.status}`;
    case "phase.start":
      return `## Phase ${event.phase}`;
    case "check.end":
      return `> Check \`${event.command}\` of ${event.step}: exit code ${event.exitCode ?? "none"}`;
    case "rewind.added":
      return `> Rewound to event ${event.toSeq}.`;
    case "phase.end":
    case "workflow.start":
    case "snapshot.added":
    case "change.added":
    case "hook.end":
    case "connection.start":
    case "connection.added":
    case "connection.failed":
    case "mcp.end":
    case "resource.end":
    case "sample.end":
    case "task.start":
    case "run.start":
    case "abort.requested":
    case "condense.requested":
    case "turn.start":
    case "tool.start":
    case "todos.added":
    case "approval.requested":
    case "question.requested":
      return undefined;
    default:
      return unknownEvent(event satisfies never);
  }
}

/** From a newer version. */
function unknownEvent({ type, seq }: { type: string; seq: number }): string {
  return `> Event ${seq} (${type}) is from a newer version and not shown.`;
}

function userText(message: UserMessage): string {
  return message.content
    .filter((part) => part.type !== "text" || !part.attached)
    .map((part) => (part.type === "text" ? part.text : `*(image, ${part.mediaType})*`))
    .join("\n\n");
}

function replyText(message: AssistantMessage): string {
  const parts = message.content.map((part) => {
    if (part.type === "text") return part.text;
    if (part.type === "image") return `*(image, ${part.mediaType})*`;
    if (part.type === "reasoning") return quote(part.text);
    const input = part.malformed ?? JSON.stringify(part.input, null, 2) ?? "";
    return `**${part.name}**\n\n${fenced(input, part.malformed === undefined ? "json" : "")}`;
  });
  return parts.join("\n\n");
}

function resultText(event: EventOf<"tool.end">): string {
  const images = (event.images ?? []).map(({ mediaType }) => `*(image, ${mediaType})*`);
  const content = event.notice === undefined ? event.content : `${event.content}\n\n${event.notice}`;
  return [
    `### Result of ${event.name}${event.isError ? " (failed)" : event.trouble === undefined ? "" : ` (${event.trouble})`}`,
    fenced(content, ""),
    ...images,
  ].join("\n\n");
}

function quote(text: string): string {
  return text.replaceAll(/^/gm, "> ");
}

/** A fence longer than any inside the text. */
function fenced(text: string, language: string): string {
  const maxRun = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(maxRun + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
