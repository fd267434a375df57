import type { Claim, Evidence } from "@roo-code/types";
import { claimedKeys } from "./command-parts.ts";
import type { CommandRun } from "./command-runs.ts";
import type { PathChanges } from "./path-changes.ts";

/** Something that may have changed files. `what` is a sentence: `a.ts was changed`. */
export interface Change {
  readonly seq: number;
  readonly what: string;
}

/** What claims are checked against. */
export interface Facts {
  /** Newest last. */
  readonly runs: readonly CommandRun[];
  readonly paths: PathChanges;
  readonly root: string;
  /** All files that the task is known to have changed. */
  readonly changed: ReadonlySet<string>;
  /** Claimed paths that do not exist. */
  readonly missing: ReadonlySet<string>;
  /** Keys of the parts of all claimed commands. */
  readonly claimed: ReadonlySet<string>;
  /** The newest one not made by a command. */
  readonly lastChange: Change | undefined;
  readonly hadSubtask: boolean;
  /** Whether something ran that may have changed unrecorded files. */
  readonly hadEffect: boolean;
  readonly hasDropped: boolean;
}

type Finding = Pick<Evidence, "verdict" | "seq" | "why">;

/** Weakest first: a claim of two things has the weaker of their verdicts. */
const order: readonly Evidence["verdict"][] = ["contradicted", "stale", "unknown", "shown"];

export function judgeClaim(claim: Claim, facts: Facts): Evidence {
  const command = claim.command === undefined ? [] : claimedKeys(claim.command);
  const path = claim.path?.trim() ?? "";
  const findings = [
    ...(command.length > 0 ? [judgeCommand(command, facts)] : []),
    ...(path === "" ? [] : [judgePath(path, facts)]),
  ].sort((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
  return { ...claim, ...(findings[0] ?? nothingNamed) };
}

const nothingNamed: Finding = { verdict: "unknown", why: "it names neither a command nor a file" };

/** Compares a claimed command with its newest run. */
function judgeCommand(keys: readonly string[], facts: Facts): Finding {
  const run = newest(facts.runs.filter((candidate) => findParts(candidate, keys) !== undefined));
  if (!run) return neverRun(facts);
  const { outcome, seq } = run;
  const quoted = `\`${run.name}\``;
  if (outcome.state === "running") return { verdict: "unknown", seq, why: `${quoted} was still running` };
  if (outcome.state === "unknown") return { verdict: "unknown", seq, why: `${quoted} ${outcome.how}` };
  if (!isConclusive(run, keys))
    return {
      verdict: "unknown",
      seq,
      why: `the exit code of ${quoted} is inconclusive: a pipe, \`;\`, \`||\` or \`&\` hides a failure`,
    };
  if (outcome.state === "failed") return { verdict: "contradicted", seq, why: `${quoted} ${outcome.how}` };
  const change = changeSince(run, facts);
  return change
    ? { verdict: "stale", seq: change.seq, why: `${quoted} succeeded, but then ${change.what}` }
    : { verdict: "shown", seq };
}

function neverRun({ hadSubtask, hasDropped }: Facts): Finding {
  if (hadSubtask) return { verdict: "unknown", why: "this task ran no such command; a subtask may have" };
  if (hasDropped) return { verdict: "unknown", why: "no such command is among the newest of this long task" };
  return { verdict: "contradicted", why: "no such command was run in this task" };
}

/**
 * What may have changed files since a command started. A later command counts unless it is obviously read-only or
 * claimed itself: a command that verifies the work is assumed not to change it.
 */
function changeSince(run: CommandRun, { runs, claimed, lastChange }: Facts): Change | undefined {
  const later = runs
    .filter((other) => other !== run && other.lastChangeSeq > run.startSeq && !isClaimed(other, claimed))
    .map(({ name, lastChangeSeq }) => ({ seq: lastChangeSeq, what: `\`${name}\` was run, which may change files` }));
  const changes = [...later, ...(lastChange && lastChange.seq > run.startSeq ? [lastChange] : [])];
  return changes.sort((one, other) => other.seq - one.seq)[0];
}

function isClaimed(run: CommandRun, claimed: ReadonlySet<string>): boolean {
  return run.parts.every((part) => part.changesNothing || claimed.has(part.key));
}

/** Whether the exit code would show a failure of the claimed parts. Read-only parts are not expected to fail. */
function isConclusive(run: CommandRun, keys: readonly string[]): boolean {
  const start = findParts(run, keys) ?? 0;
  const matched = run.parts.slice(start, start + keys.length);
  return (
    matched.some((part) => part.determinesExit) && matched.every((part) => part.determinesExit || part.changesNothing)
  );
}

/** Index of the last consecutive occurrence of the claimed parts in a command. */
function findParts({ parts }: CommandRun, keys: readonly string[]): number | undefined {
  for (let start = parts.length - keys.length; start >= 0; start -= 1)
    if (keys.every((key, index) => parts[start + index]?.key === key)) return start;
  return undefined;
}

function newest(runs: readonly CommandRun[]): CommandRun | undefined {
  return runs.toSorted((one, other) => other.startSeq - one.startSeq)[0];
}

/** Compares a claimed file with the last change to it. */
function judgePath(claimed: string, facts: Facts): Finding {
  const path = workspacePath(claimed, facts.root);
  const change = facts.paths.of(path);
  const found = change && { seq: change.seq };
  if (change?.state === "removed") return { verdict: "unknown", ...found, why: `${path} was deleted, not written` };
  if (change?.state === "deleted") return { verdict: "contradicted", ...found, why: `${path} was deleted since` };
  if (facts.missing.has(claimed)) return { verdict: "contradicted", ...found, why: `there is no ${path}` };
  if (change?.state === "unsure")
    return { verdict: "unknown", ...found, why: `${path} ${change.how ?? "is in an unknown state"}` };
  if (change)
    return { verdict: "shown", ...found, why: change.how === undefined ? undefined : `${path} ${change.how}` };
  if (facts.changed.has(path) || facts.hadEffect)
    return { verdict: "unknown", why: `no edit of ${path} is in the log; a command may have written it` };
  if (facts.hasDropped) return { verdict: "unknown", why: `${path} is not among the newest files of this long task` };
  return { verdict: "contradicted", why: `${path} was not written in this task` };
}

/** A claimed path in the form used in the log: workspace-relative, without `./` and `..`. */
function workspacePath(claimed: string, root: string): string {
  const path = claimed.trim().replaceAll("\\", "/");
  const base = root.replaceAll("\\", "/").replace(/\/+$/, "");
  const inside = base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
  const parts: string[] = [];
  for (const part of inside.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  const isElsewhere = inside.startsWith("/");
  return `${isElsewhere ? "/" : ""}${parts.join("/")}` || ".";
}
