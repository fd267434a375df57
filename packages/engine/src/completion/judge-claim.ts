import type { Claim, Evidence } from "@roo-code/types";
import { claimedKeys } from "./command-parts.ts";
import type { CommandRun } from "./command-runs.ts";
import type { PathChanges } from "./path-changes.ts";

/** Something that changed files, or may have. `what` is a sentence: `a.ts was changed`. */
export interface Change {
  readonly seq: number;
  readonly what: string;
}

/** What claims are held against. */
export interface Facts {
  /** The newest last. */
  readonly runs: readonly CommandRun[];
  readonly paths: PathChanges;
  readonly root: string;
  /** All files the task is known to have changed, by whatever means. */
  readonly changed: ReadonlySet<string>;
  /** Claimed paths at which nothing is. */
  readonly missing: ReadonlySet<string>;
  /** Keys of the parts of all commands that are claimed. */
  readonly claimed: ReadonlySet<string>;
  /** The newest that is no command's. */
  readonly lastChange: Change | undefined;
  readonly hadSubtask: boolean;
  /** Whether something ran that may have changed files without a record of which. */
  readonly hadEffect: boolean;
  readonly hasForgotten: boolean;
}

type Finding = Pick<Evidence, "verdict" | "seq" | "why">;

/** The weakest first: a claim of two things is worth what the weaker of them is. */
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

/** A claimed command beside its newest run. */
function judgeCommand(keys: readonly string[], facts: Facts): Finding {
  const run = newest(facts.runs.filter((candidate) => findParts(candidate, keys) !== undefined));
  if (!run) return neverRun(facts);
  const { outcome, seq } = run;
  const quoted = `\`${run.name}\``;
  if (outcome.state === "running") return { verdict: "unknown", seq, why: `${quoted} was still running` };
  if (outcome.state === "unknown") return { verdict: "unknown", seq, why: `${quoted} ${outcome.how}` };
  if (!tells(run, keys))
    return {
      verdict: "unknown",
      seq,
      why: `the exit code of ${quoted} does not tell: a pipe, \`;\`, \`||\` or \`&\` hides a failure`,
    };
  if (outcome.state === "failed") return { verdict: "contradicted", seq, why: `${quoted} ${outcome.how}` };
  const change = changeSince(run, facts);
  return change
    ? { verdict: "stale", seq: change.seq, why: `${quoted} succeeded, but then ${change.what}` }
    : { verdict: "shown", seq };
}

function neverRun({ hadSubtask, hasForgotten }: Facts): Finding {
  if (hadSubtask) return { verdict: "unknown", why: "this task ran no such command; a subtask may have" };
  if (hasForgotten) return { verdict: "unknown", why: "no such command is among the newest of this long task" };
  return { verdict: "contradicted", why: "no such command was run in this task" };
}

/**
 * What may have changed files since a command began. A later command counts unless it obviously only looks or is
 * claimed itself: what shows that the work is right is taken to leave it as it is.
 */
function changeSince(run: CommandRun, { runs, claimed, lastChange }: Facts): Change | undefined {
  const later = runs
    .filter((other) => other !== run && other.touched > run.began && !isClaimed(other, claimed))
    .map(({ name, touched }) => ({ seq: touched, what: `\`${name}\` was run, which may change files` }));
  const changes = [...later, ...(lastChange && lastChange.seq > run.began ? [lastChange] : [])];
  return changes.sort((one, other) => other.seq - one.seq)[0];
}

function isClaimed(run: CommandRun, claimed: ReadonlySet<string>): boolean {
  return run.parts.every((part) => part.changesNothing || claimed.has(part.key));
}

/** Whether a failure of the claimed parts would have shown in the exit code. Of parts that only look none is expected. */
function tells(run: CommandRun, keys: readonly string[]): boolean {
  const start = findParts(run, keys) ?? 0;
  const matched = run.parts.slice(start, start + keys.length);
  return matched.some((part) => part.tells) && matched.every((part) => part.tells || part.changesNothing);
}

/** Where in a command the claimed parts stand, one behind the other; the last such place. */
function findParts({ parts }: CommandRun, keys: readonly string[]): number | undefined {
  for (let start = parts.length - keys.length; start >= 0; start -= 1)
    if (keys.every((key, index) => parts[start + index]?.key === key)) return start;
  return undefined;
}

function newest(runs: readonly CommandRun[]): CommandRun | undefined {
  return runs.toSorted((one, other) => other.began - one.began)[0];
}

/** A claimed file beside what last happened to it. */
function judgePath(given: string, facts: Facts): Finding {
  const path = workspacePath(given, facts.root);
  const change = facts.paths.of(path);
  const found = change && { seq: change.seq };
  if (change?.state === "removed") return { verdict: "unknown", ...found, why: `${path} was deleted, not written` };
  if (change?.state === "deleted") return { verdict: "contradicted", ...found, why: `${path} was deleted since` };
  if (facts.missing.has(given)) return { verdict: "contradicted", ...found, why: `there is no ${path}` };
  if (change?.state === "unsure")
    return { verdict: "unknown", ...found, why: `${path} ${change.how ?? "is not known"}` };
  if (change)
    return { verdict: "shown", ...found, why: change.how !== undefined ? `${path} ${change.how}` : undefined };
  if (facts.changed.has(path) || facts.hadEffect)
    return { verdict: "unknown", why: `no edit of ${path} is in the log; a command may have written it` };
  if (facts.hasForgotten) return { verdict: "unknown", why: `${path} is not among the newest files of this long task` };
  return { verdict: "contradicted", why: `${path} was not written in this task` };
}

/** A path as a claim names it, relative to the workspace like those in the log: without `./`, `..` and the workspace's own path. */
function workspacePath(given: string, root: string): string {
  const path = given.trim().replaceAll("\\", "/");
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
