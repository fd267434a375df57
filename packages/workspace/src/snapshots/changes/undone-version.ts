import type { PathLink } from "./path-links.ts";
import { decide, isSame, kindOf, type Version } from "./three-way.ts";

/** A file after changes were undone. */
export type UndoneVersion =
  | { readonly kind: "version"; readonly version: Version | undefined; readonly isMerged: boolean }
  /** Others changed the same part. `earlier`: the version before all of the changes. */
  | { readonly kind: "conflict"; readonly reason: string; readonly earlier: Version | undefined };

/** Merges the texts of three versions; undefined on conflict. */
export type MergeVersions = (versions: {
  readonly base: Version;
  readonly ours: Version;
  readonly theirs: Version;
}) => Promise<string | undefined>;

/** `links`: newest first. `ours`: the current version. */
export async function undoneVersion(
  links: readonly PathLink[],
  ours: Version | undefined,
  merge: MergeVersions,
): Promise<UndoneVersion> {
  let version = ours;
  let isMerged = false;
  for (const run of mergeConsecutive(links)) {
    // Unchanged since, or already undone in part.
    if (run.versions.some((one) => isSame(one, version))) version = run.before;
    else {
      const sides = { base: run.after, ours: version, theirs: run.before };
      const decision = decide(sides);
      const merged = await applyDecision(decision, sides, merge);
      if (!merged) return { kind: "conflict", reason: reasonOf(sides), earlier: links.at(-1)?.before };
      version = merged.version;
      isMerged = true;
    }
  }
  return { kind: "version", version, isMerged };
}

interface Run {
  readonly before: Version | undefined;
  readonly after: Version | undefined;
  /** All versions in between, including both ends. */
  readonly versions: readonly (Version | undefined)[];
}

/** Consecutive changes with none of someone else's in between count as one: intermediate versions do not matter. */
function mergeConsecutive(links: readonly PathLink[]): Run[] {
  const runs: Run[] = [];
  for (const { before, after } of links) {
    const last = runs.at(-1);
    if (last && isSame(last.before, after))
      runs[runs.length - 1] = { ...last, before, versions: [...last.versions, before] };
    else runs.push({ before, after, versions: [after, before] });
  }
  return runs;
}

interface Sides {
  readonly base: Version | undefined;
  readonly ours: Version | undefined;
  readonly theirs: Version | undefined;
}

async function applyDecision(
  decision: ReturnType<typeof decide>,
  { base, ours, theirs }: Sides,
  merge: MergeVersions,
): Promise<{ readonly version: Version | undefined } | undefined> {
  switch (decision.kind) {
    case "keep":
      return { version: ours };
    case "write":
      return { version: decision.version };
    case "remove":
      return { version: undefined };
    case "chmod":
      return { version: ours && { ...ours, kind: kindOf(decision.mode), mode: decision.mode } };
    case "merge": {
      if (!base || !ours || !theirs) return undefined;
      const oid = await merge({ base, ours, theirs });
      return oid === undefined ? undefined : { version: { kind: kindOf(decision.mode), oid, mode: decision.mode } };
    }
    case "conflict":
      return undefined;
  }
}

function reasonOf({ base, ours, theirs }: Sides): string {
  if (!theirs) return "it was new, and someone else has changed it since";
  if (!base) return "it was deleted, and someone else created it again";
  if (!ours) return "it was changed, and someone else has deleted it since";
  return "someone else has changed the same lines since";
}
