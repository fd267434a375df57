import {
  type Claim,
  type EventOf,
  type Evidence,
  parseUndoLabel,
  type TaskEvent,
  type ToolCallPart,
  toolCalls,
  type Verification,
} from "@roo-code/types";
import { claimedKeys } from "./command-parts.ts";
import { CommandRuns } from "./command-runs.ts";
import { isClaimRefusal } from "./completion-refusal.ts";
import { type Change, type Facts, judgeClaim } from "./judge-claim.ts";
import { PathChanges } from "./path-changes.ts";

/** The situation at a completion. */
interface Completion {
  readonly filesChanged: Iterable<string>;
  /** Claimed paths that do not exist: see `missingPaths`. */
  readonly missing?: ReadonlySet<string>;
}

/** Actions that change nothing in the workspace. */
const harmless: ReadonlySet<string> = new Set(["browser_action", "access_mcp_resource"]);
const aboutCommands: ReadonlySet<string> = new Set(["read_command_output", "send_command_input", "stop_command"]);

/** What the log shows about possible claims. A fold over the events, so it survives a crash. */
export class EvidenceLedger {
  /** Whether a completion was refused for its claims since the last message. */
  wasRefused = false;
  #lastSeq = 0;
  #root = "";
  #calls = new Map<string, ToolCallPart>();
  #starts = new Map<string, EventOf<"tool.start">>();
  #agents = new Map<string, string>();
  readonly #runs = new CommandRuns();
  readonly #paths = new PathChanges();
  #lastChange: Change | undefined;
  #hadSubtask = false;
  /** Whether something other than a command may have changed unrecorded files. */
  #hadEffect = false;

  /** Folding an event again has no effect. */
  fold(event: TaskEvent): void {
    if (event.seq <= this.#lastSeq) return;
    this.#lastSeq = event.seq;
    if (event.type === "task.start") this.#root = event.environment.cwd;
    else if (event.type === "run.start") this.#runs.processEnded();
    else if (event.type === "message.added") this.#foldMessage(event);
    else if (event.type === "turn.end") this.#foldReply(event);
    else if (event.type === "tool.start") this.#starts.set(event.callId, event);
    else if (event.type === "tool.end") this.#foldEnd(event);
    else if (event.type === "subtask.start") this.#agents.set(event.callId, event.agent);
    else if (event.type === "subtask.end") this.#foldSubtask(event);
    else if (event.type === "rewind.added") this.#foldRewind(event);
    else if (event.type === "snapshot.added") this.#foldUndo(event);
    else if (event.type === "change.added") this.#foldChange(event);
  }

  /** Judges each claim, and the completion as a whole. Has no effect; never throws. */
  judge(
    claims: readonly Claim[],
    { filesChanged, missing = new Set() }: Completion,
  ): { evidence: Evidence[]; verification: Verification | undefined } {
    const runs = this.#runs.all();
    const changed = new Set(filesChanged);
    const hadEffect = this.#hadEffect || runs.some(({ lastChangeSeq }) => lastChangeSeq > 0);
    const facts: Facts = {
      claimed: new Set(claims.flatMap(({ command = "" }) => claimedKeys(command))),
      runs,
      missing,
      changed,
      hadEffect,
      root: this.#root,
      paths: this.#paths,
      lastChange: this.#lastChange,
      hadSubtask: this.#hadSubtask,
      hasDropped: this.#runs.hasDropped || this.#paths.hasDropped,
    };
    const evidence = claims.map((claim) => judgeClaim(claim, facts));
    return { evidence, verification: verificationOf(evidence, { didAnything: hadEffect || changed.size > 0 }) };
  }

  #foldMessage({ seq, seen = [] }: EventOf<"message.added">): void {
    this.wasRefused = false;
    this.#paths.seen(seen, seq);
  }

  #foldReply({ message }: EventOf<"turn.end">): void {
    this.#calls = new Map(toolCalls(message).map((call) => [call.callId, call]));
    this.#starts.clear();
  }

  #foldEnd(end: EventOf<"tool.end">): void {
    const { callId, seq, name, seen = [], steps = [] } = end;
    const call = this.#calls.get(callId);
    const start = this.#starts.get(callId);
    this.#paths.seen(seen, seq);
    this.#paths.stepped(steps, seq);
    if (isClaimRefusal(end)) this.wasRefused = true;
    if (steps.length > 0) this.#lastChange = { seq, what: `${named(steps)} changed` };
    if (call && name === "execute_command") {
      if (start || !end.isError) this.#runs.foldCommand(end, call, start?.seq ?? seq);
    } else if (call && aboutCommands.has(name)) this.#runs.foldUpdate(end, call);
    else if (start) this.#foldEffect(end, start);
  }

  /** An effect whose result names no files: an interrupted edit, or an action that could do anything. */
  #foldEffect({ seq, name, code, steps }: EventOf<"tool.end">, start: EventOf<"tool.start">): void {
    if (steps && steps.length > 0) return;
    if (start.kind === "edit") {
      if (code !== "interrupted") return;
      const paths = (start.steps ?? []).map(({ path }) => path);
      this.#paths.interrupted(paths, seq);
      this.#lastChange = { seq, what: `an edit of ${paths.join(", ")} was interrupted` };
    } else if (!harmless.has(name)) {
      this.#hadEffect = true;
      this.#lastChange = { seq, what: `${name} was called, which may change files` };
    }
  }

  #foldSubtask({ callId, seq, filesChanged }: EventOf<"subtask.end">): void {
    const agent = this.#agents.get(callId) ?? "a subtask";
    this.#hadSubtask = true;
    this.#agents.delete(callId);
    if (filesChanged.length === 0) return;
    this.#paths.changedBySubtask(filesChanged, agent, seq);
    this.#lastChange = { seq, what: `${agent} changed ${listed(filesChanged)}` };
  }

  /** A rewind without files affects neither the files nor the commands that ran. */
  #foldRewind({ seq, toSeq, snapshot }: EventOf<"rewind.added">): void {
    if (snapshot !== undefined) this.#restored(toSeq, seq);
  }

  /** Edits and subtasks are also recorded by their own end events. */
  #foldChange(event: EventOf<"change.added">): void {
    const { callId, seq, files } = event;
    if (callId === undefined) return this.#foldUndo(event);
    const start = this.#starts.get(callId);
    this.#paths.changed(files, seq, start?.kind === "action" ? `was changed by ${start.name}` : undefined);
  }

  /** An undo, described by its label. Older logs have it in the snapshot taken before it. */
  #foldUndo({ seq, label, callId }: EventOf<"change.added"> | EventOf<"snapshot.added">): void {
    const undo = callId === undefined ? parseUndoLabel(label) : undefined;
    if (undo) this.#restored(undo.toSeq, seq);
  }

  #restored(toSeq: number, seq: number): void {
    this.#paths.restored(toSeq, seq);
    this.#lastChange = { seq, what: "the files were restored to an earlier state" };
  }
}

function named(steps: readonly { path: string }[]): string {
  const paths = steps.map(({ path }) => path);
  return `${listed(paths)} ${paths.length === 1 ? "was" : "were"}`;
}

const maxListed = 3;

function listed(paths: readonly string[]): string {
  const more = paths.length - maxListed;
  return `${paths.slice(0, maxListed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The overall verification. Without claims there is something to verify only if something was done. */
function verificationOf(
  evidence: readonly Evidence[],
  { didAnything }: { didAnything: boolean },
): Verification | undefined {
  if (evidence.length === 0) return didAnything ? "unverified" : undefined;
  if (evidence.some(({ verdict }) => verdict === "contradicted")) return "failed";
  return evidence.every(({ verdict }) => verdict === "shown") ? "verified" : "unverified";
}
