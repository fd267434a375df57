import { isProtectedPath } from "@roo-code/types";
import type { PathResolver } from "./path-resolver.ts";
import type { SimpleCommand } from "./shell/command-facts.ts";
import { harmlessGitKey } from "./shell/hidden-git.ts";
import { nameOf } from "./shell/program-name.ts";

const outsidePatterns: readonly RegExp[] = [
  /(^|\/)\.(ssh|gnupg|aws|kube|docker|config\/(git|systemd|autostart))(\/|$)/,
  /^\/(etc|boot|bin|sbin|lib|lib64|usr|sys|proc|root\/\.[a-z]+rc)(\/|$)/,
  /^\/dev\/(?!null$|stdout$|stderr$|tty$|fd\/|shm\/)/,
  /^\/var\/spool\/cron(\/|$)/,
];

/** A protected path of the workspace, or one outside that gives control over the machine or the account. */
export function isProtectedTarget(path: string): boolean {
  const folded = path.toLowerCase();
  return isProtectedPath(path) || outsidePatterns.some((pattern) => pattern.test(folded));
}

/** Programs that write, move or delete their operands. */
const writers: ReadonlySet<string> = new Set(
  "tee cp mv ln install touch rm rmdir unlink chmod chown chgrp truncate dd rsync mkdir sponge patch".split(" "),
);

export function isWriter({ words: [first] }: SimpleCommand): boolean {
  return first !== undefined && writers.has(nameOf(first) ?? "");
}

const mayWrite: ReadonlySet<string> = new Set(["git", "sed", "perl"]);

/** The protected file that a command changes; undefined if none. */
export function protectedWrite({ words, folders }: SimpleCommand, resolver: PathResolver): string | undefined {
  const [first, ...args] = words;
  const name = first && nameOf(first);
  if (name === undefined) return undefined;
  if (!writers.has(name) && !mayWrite.has(name)) return undefined;
  const values = args.flatMap(({ value, text, start }) => value ?? (start === "~" ? text : []));
  if (name === "git") return changesGitConfiguration(values) ? ".git/config" : undefined;
  const isInPlace = (name === "sed" || name === "perl") && values.some((value) => /^-[a-z]*i|^--in-place/.test(value));
  if (!writers.has(name) && !isInPlace) return undefined;
  const targets = values.flatMap((value) => resolver.resolve(value.replace(/^(-{1,2}[\w-]+=|of=)/, ""), folders));
  return targets.find(isProtectedTarget);
}

const readsConfiguration = /^(--get.*|--list|-l|--show-.*|get|list)$/;
/** Whether a setting is changed that may name a program: a hook path, an alias, a pager. */
function changesGitConfiguration(values: readonly string[]): boolean {
  const index = values.findIndex((value) => value === "config");
  if (index < 0 || values.slice(0, index).some((value, at) => !value.startsWith("-") && values[at - 1] !== "-C"))
    return false;
  const rest = values.slice(index + 1);
  if (rest.some((value) => readsConfiguration.test(value))) return false;
  const operands = rest.filter((value) => !value.startsWith("-") && value !== "set");
  return operands.length > 1 && !harmlessGitKey.test(operands[0] ?? "");
}
