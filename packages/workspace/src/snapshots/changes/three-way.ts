/** A file or link on one side of a merge. */
export interface Version {
  /** Git's file mode: `120000` is a link. */
  readonly kind: string;
  readonly oid: string;
  /** Permissions; 0 for a link. */
  readonly mode: number;
}

/** One path on three sides; undefined: does not exist. */
export interface Sides {
  readonly base: Version | undefined;
  readonly ours: Version | undefined;
  readonly theirs: Version | undefined;
}

/** What happens to `ours`. `merge`: the texts must be merged first. */
export type Decision =
  | { readonly kind: "keep" }
  | { readonly kind: "write"; readonly version: Version }
  | { readonly kind: "remove" }
  | { readonly kind: "chmod"; readonly mode: number }
  | { readonly kind: "merge"; readonly mode: number }
  | { readonly kind: "conflict" };

const linkKind = "120000";

/** `ours` is in the workspace, `theirs` is to be merged into it, `base` is their common ancestor. */
export function decide({ base, ours, theirs }: Sides): Decision {
  if (isSame(base, theirs) || isSame(ours, theirs)) return { kind: "keep" };
  if (isSame(base, ours)) return takeOver(ours, theirs);
  if (!isFile(base) || !isFile(ours) || !isFile(theirs)) return { kind: "conflict" };
  const mode = changedOne(base.mode, ours.mode, theirs.mode);
  if (mode === undefined) return { kind: "conflict" };
  const oid = changedOne(base.oid, ours.oid, theirs.oid);
  if (oid === undefined) return { kind: "merge", mode };
  if (oid !== ours.oid) return { kind: "write", version: { kind: kindOf(mode), oid, mode } };
  return mode === ours.mode ? { kind: "keep" } : { kind: "chmod", mode };
}

/** Git's mode for a file with these permissions. */
export function kindOf(mode: number): string {
  return mode & 0o100 ? "100755" : "100644";
}

export function isLink(version: Version): boolean {
  return version.kind === linkKind;
}

function takeOver(ours: Version | undefined, theirs: Version | undefined): Decision {
  if (!theirs) return { kind: "remove" };
  if (isFile(ours) && isFile(theirs) && ours.oid === theirs.oid) return { kind: "chmod", mode: theirs.mode };
  return { kind: "write", version: theirs };
}

/** undefined if both changed it differently. */
function changedOne<Value>(base: Value, ours: Value, theirs: Value): Value | undefined {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : undefined;
}

export function isSame(one: Version | undefined, other: Version | undefined): boolean {
  if (!one || !other) return one === other;
  return isLink(one) === isLink(other) && one.oid === other.oid && one.mode === other.mode;
}

function isFile(version: Version | undefined): version is Version {
  return version !== undefined && !isLink(version);
}
