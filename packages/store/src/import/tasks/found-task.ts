import { createHash } from "node:crypto";
import { RooError, type TaskId, taskIdSchema } from "@roo-code/types";
import type { Findings } from "../findings.ts";
import type { ImportOptions } from "../import-source.ts";
import { builtinModes } from "../usable-mode.ts";
import type { Conversation, ForeignMessage } from "./conversation.ts";
import { type StampedDraft, taskDrafts } from "./task-drafts.ts";

const titleLength = 80;

export interface TaskOrigin {
  readonly originalId: string;
  readonly options: ImportOptions;
  /** Reads the conversation; undefined if there is none. Called again each time the events are needed. */
  load(): Conversation | undefined;
}

/** Adds a conversation to the findings unless it is empty. Its events are not kept in memory but read again on demand. */
export function addConversation(findings: Findings, origin: TaskOrigin): void {
  const { originalId } = origin;
  const conversation = origin.load();
  if (!conversation) return;
  const stamped = toDrafts(findings, origin, conversation);
  if (!stamped.some(({ draft }) => draft.type === "message.added")) {
    findings.note(`Task ${originalId} was skipped: it has no messages.`);
    return;
  }
  for (const reason of conversation.missing) findings.note(`Task ${originalId}: ${reason}.`);
  noteSubstitutes(findings, origin, conversation);
  const load = (): StampedDraft[] => {
    const again = origin.load();
    if (again) return findings.scrub(toDrafts(findings, origin, again));
    throw new RooError({ code: "import_failed", message: `Task ${originalId} can no longer be read.` });
  };
  findings.addTask({
    originalId,
    taskId: taskIdOf(findings.tool, originalId),
    title: titleOf(conversation.messages),
    createdAt: stamped[0]?.at ?? new Date(0).toISOString(),
    cwd: cwdOf(origin, conversation),
    events: () => load().map(({ at, draft }, index) => ({ ...draft, seq: index + 1, at })),
  });
}

function toDrafts(findings: Findings, origin: TaskOrigin, conversation: Conversation): StampedDraft[] {
  const { provider = "", model = "", messages, createdAt } = conversation;
  return taskDrafts(
    {
      taskId: taskIdOf(findings.tool, origin.originalId),
      tool: findings.tool,
      mode: modeOf(findings, origin, conversation) ?? "code",
      cwd: cwdOf(origin, conversation),
      platform: origin.options.platform ?? process.platform,
      provider,
      model,
      createdAt: createdAt ?? messages.find(({ at }) => at !== undefined)?.at ?? 0,
    },
    messages,
  );
}

/** The tool's own id if it is a valid task id, so that a second import finds the task again. */
function taskIdOf(tool: string, originalId: string): TaskId {
  const own = taskIdSchema.safeParse(originalId);
  if (own.success) return own.data;
  const digest = createHash("sha256").update(originalId).digest("hex").slice(0, 24);
  return taskIdSchema.parse(`${tool}-${digest}`);
}

/** A task can only be resumed in a mode that exists in its workspace. */
function modeOf(findings: Findings, { options }: TaskOrigin, { mode, cwd }: Conversation): string | undefined {
  if (mode === undefined) return undefined;
  const isHere = cwd === undefined || cwd === options.workspace;
  const exists =
    builtinModes.has(mode) || findings.hasMode(mode, "user") || (isHere && findings.hasMode(mode, "project"));
  return exists ? mode : undefined;
}

function cwdOf({ options }: TaskOrigin, { cwd }: Conversation): string {
  return cwd ?? options.workspace;
}

function noteSubstitutes(findings: Findings, origin: TaskOrigin, conversation: Conversation): void {
  const { originalId, options } = origin;
  const { mode, cwd } = conversation;
  if (cwd === undefined) findings.note(`Task ${originalId} has no folder; ${options.workspace} is used.`);
  if (mode !== undefined && modeOf(findings, origin, conversation) === undefined)
    findings.note(`Task ${originalId} was in mode ${mode}, which was not found; it continues in mode code.`);
}

function titleOf(messages: readonly ForeignMessage[]): string {
  const parts = messages.find(({ by }) => by === "user")?.parts ?? [];
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const [line = ""] = text.trimStart().split(/\r?\n/, 1);
  return line
    .slice(0, titleLength)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();
}
