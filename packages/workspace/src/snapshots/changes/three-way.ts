/** A file or link as one side has it. */
export interface Version {
  /** Of git's: `120000` is a link. */
  readonly kind: string;
  readonly oid: string;
  /** Permissions; 0 for a link, which has none. */
  readonly mode: number;
}

/** One path on three sides; undefined where nothing is. */
export interface Sides {
  readonly base: Version | undefined;
  readonly ours: Version | undefined;
  readonly theirs: Version | undefined;
}

/** What becomes of ours. `merge`: the texts must be brought together first. */
export type Decision =
  | { readonly kind: "keep" }
  | { readonly kind: "write"; readonly version: Version }
  | { readonly kind: "remove" }
  | { readonly kind: "chmod"; readonly mode: number }
  | { readonly kind: "merge"; readonly mode: number }
  | { readonly kind: "conflict" };

const linkKind = "120000";

/** `ours` is what is in the workspace, `theirs` what is to come in, `base` what both began with. */
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

/** As git names a file with such permissions. */
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

/** undefined when both changed it, and differently. */
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
