import type { CommandWords } from "./command-words.ts";
import { whyGitDestroys } from "./destructive-git.ts";

/** Why a call destroys what no edit could bring back; undefined when it does not. */
export type DestructiveCheck = (words: CommandWords) => string | undefined;

const always = (reason: string): DestructiveCheck => {
  return () => reason;
};
const when = (isSo: (words: CommandWords) => boolean, reason: string): DestructiveCheck => {
  return (words) => (isSo(words) ? reason : undefined);
};
const starting = (reason: string, ...paths: readonly string[]): DestructiveCheck => {
  return when((words) => paths.some((path) => words.startsWith(path)), reason);
};

export const manyFiles = 10;

/** A folder with all in it, or more files than somebody would name by mistake. */
function removesMany(words: CommandWords): boolean {
  const { operands } = words;
  return (
    words.has("-r", "-R", "--recursive") ||
    operands.length > manyFiles ||
    operands.some(({ value, text }) => value === undefined && /[*?[{…]|^~$/.test(text))
  );
}

/** Known only when it runs, or more than somebody would name by mistake. */
function isMany(operands: CommandWords["operands"]): boolean {
  return operands.length > manyFiles || operands.some(({ value }) => value === undefined);
}

/** `cp /dev/null a`: nothing is left of what it is copied over. */
function emptiesMany({ operands }: CommandWords): boolean {
  return operands[0]?.value === "/dev/null" && isMany(operands.slice(1));
}

const downWithData = when(
  (words) => words.startsWith("down") && words.has("-v", "--volumes"),
  "it removes data of containers",
);

const disk = always("it writes over a disk");
const machine = always("it stops the machine");
const deep = when((words) => words.has("-R", "--recursive"), "it changes the rights of a whole folder");
const toNowhere = when((words) => words.operands.at(-1)?.value === "/dev/null", "it moves a file to nowhere");

const destructivePrograms: ReadonlyMap<string, DestructiveCheck> = new Map<string, DestructiveCheck>([
  ["rm", when(removesMany, "it removes whole folders or many files")],
  ["git", whyGitDestroys],
  ["shred", always("it destroys a file")],
  ["wipefs", disk],
  ["fdisk", disk],
  ["sfdisk", disk],
  ["parted", disk],
  ["mkswap", disk],
  ["dd", when(({ values }) => values.some((value) => value?.startsWith("of=")), "it writes over a file or a disk")],
  ["truncate", always("it cuts files off")],
  ["find", when((words) => words.values.includes("-delete"), "it removes all that it finds")],
  ["mv", toNowhere],
  ["cp", when(emptiesMany, "it empties many files")],
  ["tee", when((words) => !words.has("-a", "--append") && isMany(words.operands), "it writes over many files")],
  ["chmod", deep],
  ["chown", deep],
  ["chgrp", deep],
  ["shutdown", machine],
  ["reboot", machine],
  ["halt", machine],
  ["poweroff", machine],
  ["dropdb", always("it removes a database")],
  [
    "rsync",
    when(
      (words) =>
        words.has("--delete", "--remove-source-files") || words.values.some((value) => value?.startsWith("--delete")),
      "it removes files at the other end",
    ),
  ],
  ["crontab", when((words) => words.has("-r"), "it removes all planned jobs")],
  ["kubectl", starting("it removes things of a cluster", "delete")],
  ["helm", starting("it removes things of a cluster", "uninstall", "delete")],
  [
    "terraform",
    when((words) => words.startsWith("destroy") || words.values.includes("-destroy"), "it removes what it made"),
  ],
  [
    "tofu",
    when((words) => words.startsWith("destroy") || words.values.includes("-destroy"), "it removes what it made"),
  ],
  ["pulumi", starting("it removes what it made", "destroy")],
  [
    "docker",
    (words) =>
      starting(
        "it removes containers or their data",
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
    starting("it removes containers or their data", "system prune", "system reset", "volume prune", "volume rm"),
  ],
  ["docker-compose", downWithData],
  [
    "redis-cli",
    when(({ values }) => values.some((value) => /^flush(all|db)$/i.test(value ?? "")), "it empties a database"),
  ],
  ["npm", starting("it takes a package from others", "unpublish")],
  [
    "aws",
    when(
      (words) => words.startsWith("s3 rb") || (words.startsWith("s3 rm") && words.has("--recursive")),
      "it removes stored data",
    ),
  ],
  ["gsutil", when((words) => words.startsWith("rm") && words.has("-r", "-R"), "it removes stored data")],
]);

/** `mkfs` has one name for each file system. */
export function findDestructive(name: string): DestructiveCheck | undefined {
  return destructivePrograms.get(name) ?? (name.startsWith("mkfs") ? disk : undefined);
}
