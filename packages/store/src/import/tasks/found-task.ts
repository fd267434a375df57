import { createHash } from "node:crypto";
import { RooError, type TaskId, taskIdSchema } from "@roo-code/types";
import { builtinModes } from "../builtin-modes.ts";
import type { Findings } from "../findings.ts";
import type { ImportPlaces } from "../import-source.ts";
import type { Conversation, Said } from "./said.ts";
import { type StampedDraft, taskDrafts } from "./task-drafts.ts";

const titleLength = 80;

export interface TaskOrigin {
  readonly originalId: string;
  readonly places: ImportPlaces;
  /** Reads the conversation; undefined when there is none. Called again whenever the events are wanted. */
  load(): Conversation | undefined;
}

/** Adds a conversation to the findings, unless there is nothing in it. Its events are not kept, only the way to them. */
export function addConversation(findings: Findings, origin: TaskOrigin): void {
  const { originalId } = origin;
  const conversation = origin.load();
  if (!conversation) return;
  const stamped = toDrafts(findings, origin, conversation);
  if (!stamped.some(({ draft }) => draft.type === "message.added")) {
    findings.note(`Task ${originalId} was left out: nothing was said in it.`);
    return;
  }
  for (const reason of conversation.missing) findings.note(`Task ${originalId}: ${reason}.`);
  noteSubstitutes(findings, origin, conversation);
  const load = (): StampedDraft[] => {
    const again = origin.load();
    if (again) return findings.scrub(toDrafts(findings, origin, again));
    throw new RooError({ code: "import_failed", message: `Task ${originalId} cannot be read any more.` });
  };
  findings.addTask({
    originalId,
    taskId: taskIdOf(findings.tool, originalId),
    title: titleOf(conversation.said),
    createdAt: stamped[0]?.at ?? new Date(0).toISOString(),
    cwd: cwdOf(origin, conversation),
    events: () => load().map(({ at, draft }, index) => ({ ...draft, seq: index + 1, at })),
  });
}

function toDrafts(findings: Findings, origin: TaskOrigin, conversation: Conversation): StampedDraft[] {
  const { provider = "", model = "", said, createdAt } = conversation;
  return taskDrafts(
    {
      taskId: taskIdOf(findings.tool, origin.originalId),
      tool: findings.tool,
      mode: modeOf(findings, origin, conversation) ?? "code",
      cwd: cwdOf(origin, conversation),
      platform: origin.places.platform ?? process.platform,
      provider,
      model,
      createdAt: createdAt ?? said.find(({ at }) => at !== undefined)?.at ?? 0,
    },
    said,
  );
}

/** The tool's own id where it can be one of ours, so that a second import finds the task again. */
function taskIdOf(tool: string, originalId: string): TaskId {
  const own = taskIdSchema.safeParse(originalId);
  if (own.success) return own.data;
  const digest = createHash("sha256").update(originalId).digest("hex").slice(0, 24);
  return taskIdSchema.parse(`${tool}-${digest}`);
}

/** A task can only be taken up again in a mode that exists where it works. */
function modeOf(findings: Findings, { places }: TaskOrigin, { mode, cwd }: Conversation): string | undefined {
  if (mode === undefined) return undefined;
  const isHere = cwd === undefined || cwd === places.workspace;
  const exists =
    builtinModes.has(mode) || findings.hasMode(mode, "user") || (isHere && findings.hasMode(mode, "project"));
  return exists ? mode : undefined;
}

function cwdOf({ places }: TaskOrigin, { cwd }: Conversation): string {
  return cwd ?? places.workspace;
}

function noteSubstitutes(findings: Findings, origin: TaskOrigin, conversation: Conversation): void {
  const { originalId, places } = origin;
  const { mode, cwd } = conversation;
  if (cwd === undefined)
    findings.note(`Task ${originalId} does not say in which folder it worked; it gets ${places.workspace}.`);
  if (mode !== undefined && modeOf(findings, origin, conversation) === undefined)
    findings.note(`Task ${originalId} was in mode ${mode}, which was not found; it goes on in mode code.`);
}

function titleOf(said: readonly Said[]): string {
  const parts = said.find(({ by }) => by === "user")?.parts ?? [];
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const [line = ""] = text.trimStart().split(/\r?\n/, 1);
  return line
    .slice(0, titleLength)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();
}
