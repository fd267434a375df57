import type { CommandRun } from "./command-runs.ts";
import type { Change, Facts, Finding } from "./facts.ts";

/** A claimed command beside its newest run. */
export function judgeCommand(keys: readonly string[], facts: Facts): Finding {
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
