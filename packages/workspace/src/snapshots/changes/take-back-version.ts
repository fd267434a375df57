import type { PathLink } from "./path-links.ts";
import { decide, isSame, kindOf, type Version } from "./three-way.ts";

/** What a file becomes when changes are taken back. */
export type TakenBack =
  | { readonly kind: "version"; readonly version: Version | undefined; readonly isMerged: boolean }
  /** Somebody else changed it in a way that cannot be told apart. `earlier`: what it was before all of them. */
  | { readonly kind: "conflict"; readonly reason: string; readonly earlier: Version | undefined };

/** The texts of three versions brought together; undefined where that is not possible. */
export type MergeVersions = (versions: {
  readonly base: Version;
  readonly ours: Version;
  readonly theirs: Version;
}) => Promise<string | undefined>;

/** `links`: newest first. `ours`: what is there. */
export async function takeBackVersion(
  links: readonly PathLink[],
  ours: Version | undefined,
  merge: MergeVersions,
): Promise<TakenBack> {
  let version = ours;
  let isMerged = false;
  for (const run of joined(links)) {
    // As it left it, or as far back as somebody took it already.
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
  /** What it was on the way, both ends included. */
  readonly versions: readonly (Version | undefined)[];
}

/** Changes that follow each other without anybody's in between are one: what came and went within is nobody's loss. */
function joined(links: readonly PathLink[]): Run[] {
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
  if (!theirs) return "it was new, and was changed since by somebody else";
  if (!base) return "it was deleted, and somebody else made it again";
  if (!ours) return "it was changed, and somebody else deleted it since";
  return "somebody else changed the same lines since";
}
