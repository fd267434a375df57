import type { CommandArguments } from "./command-arguments.ts";
import { whyGitDestroys } from "./destructive-git.ts";

/** Why a command is destructive; undefined if it is not. */
type DestructiveCheck = (words: CommandArguments) => string | undefined;

const always = (reason: string): DestructiveCheck => {
  return () => reason;
};
const when = (condition: (words: CommandArguments) => boolean, reason: string): DestructiveCheck => {
  return (words) => (condition(words) ? reason : undefined);
};
const starting = (reason: string, ...paths: readonly string[]): DestructiveCheck => {
  return when((words) => paths.some((path) => words.startsWith(path)), reason);
};

export const manyFiles = 10;

/** A whole folder, or more files than anyone would name by mistake. */
function removesMany(words: CommandArguments): boolean {
  const { operands } = words;
  return (
    words.has("-r", "-R", "--recursive") ||
    operands.length > manyFiles ||
    operands.some(({ value, text }) => value === undefined && /[*?[{…]|^~$/.test(text))
  );
}

/** More files than anyone would name by mistake, or known only at run time. */
function isMany(operands: CommandArguments["operands"]): boolean {
  return operands.length > manyFiles || operands.some(({ value }) => value === undefined);
}

/** `cp /dev/null a` truncates `a`. */
function emptiesMany({ operands }: CommandArguments): boolean {
  return operands[0]?.value === "/dev/null" && isMany(operands.slice(1));
}

const downWithData = when((words) => words.startsWith("down") && words.has("-v", "--volumes"), "deletes volumes");

const disk = always("overwrites a disk");
const machine = always("shuts the machine down");
const recursive = when((words) => words.has("-R", "--recursive"), "changes permissions recursively");
const toDevNull = when((words) => words.operands.at(-1)?.value === "/dev/null", "discards a file");

const destructivePrograms: ReadonlyMap<string, DestructiveCheck> = new Map<string, DestructiveCheck>([
  ["rm", when(removesMany, "deletes folders or many files")],
  ["git", whyGitDestroys],
  ["shred", always("destroys a file")],
  ["wipefs", disk],
  ["fdisk", disk],
  ["sfdisk", disk],
  ["parted", disk],
  ["mkswap", disk],
  ["dd", when(({ values }) => values.some((value) => value?.startsWith("of=")), "overwrites a file or a disk")],
  ["truncate", always("truncates files")],
  ["find", when((words) => words.values.includes("-delete"), "deletes everything it finds")],
  ["mv", toDevNull],
  ["cp", when(emptiesMany, "truncates many files")],
  ["tee", when((words) => !words.has("-a", "--append") && isMany(words.operands), "overwrites many files")],
  ["chmod", recursive],
  ["chown", recursive],
  ["chgrp", recursive],
  ["shutdown", machine],
  ["reboot", machine],
  ["halt", machine],
  ["poweroff", machine],
  ["dropdb", always("deletes a database")],
  [
    "rsync",
    when(
      (words) =>
        words.has("--delete", "--remove-source-files") || words.values.some((value) => value?.startsWith("--delete")),
      "deletes files at the other end",
    ),
  ],
  ["crontab", when((words) => words.has("-r"), "deletes all cron jobs")],
  ["kubectl", starting("deletes cluster resources", "delete")],
  ["helm", starting("deletes cluster resources", "uninstall", "delete")],
  [
    "terraform",
    when(
      (words) => words.startsWith("destroy") || words.values.includes("-destroy"),
      "destroys managed infrastructure",
    ),
  ],
  [
    "tofu",
    when(
      (words) => words.startsWith("destroy") || words.values.includes("-destroy"),
      "destroys managed infrastructure",
    ),
  ],
  ["pulumi", starting("destroys managed infrastructure", "destroy")],
  [
    "docker",
    (words) =>
      starting(
        "deletes containers, images or volumes",
        "system prune",
        "volume prune",
        "volume rm",
        "image prune",
        "container prune",
        "builder prune",
      )(words) ??
      (words.startsWith("compose") ? downWithData(words.after(words.values.indexOf("compose") + 1)) : undefined),
  ],
  [
    "podman",
    starting("deletes containers, images or volumes", "system prune", "system reset", "volume prune", "volume rm"),
  ],
  ["docker-compose", downWithData],
  [
    "redis-cli",
    when(({ values }) => values.some((value) => /^flush(all|db)$/i.test(value ?? "")), "flushes a database"),
  ],
  ["npm", starting("unpublishes a package", "unpublish")],
  [
    "aws",
    when(
      (words) => words.startsWith("s3 rb") || (words.startsWith("s3 rm") && words.has("--recursive")),
      "deletes stored data",
    ),
  ],
  ["gsutil", when((words) => words.startsWith("rm") && words.has("-r", "-R"), "deletes stored data")],
]);

/** Includes `mkfs.ext4` and so on. */
export function findDestructive(name: string): DestructiveCheck | undefined {
  return destructivePrograms.get(name) ?? (name.startsWith("mkfs") ? disk : undefined);
}
