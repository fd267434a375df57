import { type ApprovalKind, approvalKinds, kindsInAll } from "@roo-code/types";
import { type Flag, InvalidValue } from "./command-line.ts";

export function text(placeholder: string, about: string): Flag<string> {
  return { placeholder, about, parse: (value) => value };
}

export function texts(placeholder: string, about: string) {
  return { placeholder, about, parse: (value: string) => value, isRepeatable: true } as const;
}

export function toggle(about: string): Flag<boolean> {
  return { about, parse: (value) => value === "true" };
}

export function choice<Choice extends string>(choices: readonly Choice[], about: string): Flag<Choice> {
  return {
    placeholder: choices.join("|"),
    about,
    parse: (value) =>
      choices.find((candidate) => candidate === value) ?? refuse(`it must be one of ${choices.join(", ")}.`),
  };
}

export function positiveNumber(placeholder: string, about: string): Flag<number> {
  return {
    placeholder,
    about,
    parse: (value) => numberIn(value, Number.MIN_VALUE, Number.MAX_VALUE, "it must be a number above 0."),
  };
}

export function numberBetween(placeholder: string, about: string, min: number, max: number): Flag<number> {
  return {
    placeholder,
    about,
    parse: (value) => numberIn(value, min, max, `it must be a number from ${min} to ${max}.`),
  };
}

export function integer(placeholder: string, about: string, min = 1, max = Number.MAX_SAFE_INTEGER): Flag<number> {
  const rule =
    max === Number.MAX_SAFE_INTEGER
      ? `it must be a whole number from ${min}.`
      : `it must be a whole number from ${min} to ${max}.`;
  return {
    placeholder,
    about,
    parse: (value) => {
      const number = numberIn(value, min, max, rule);
      return Number.isInteger(number) ? number : refuse(rule);
    },
  };
}

function numberIn(value: string, min: number, max: number, rule: string): number {
  const number = Number(value);
  return value.trim() !== "" && number >= min && number <= max ? number : refuse(rule);
}

function refuse(rule: string): never {
  throw new InvalidValue(rule);
}

/** `edit,command` → those kinds; `all` is everything but `protected` and `destructive`. */
export const autoApprove: Flag<ReadonlySet<ApprovalKind>> = {
  placeholder: "LIST",
  about: `approve without asking: ${approvalKinds.join(", ")}; "all" means all but the last two`,
  parse: (list) => new Set(list.split(",").flatMap((word) => kindsOf(word.trim()))),
};

function kindsOf(word: string): readonly ApprovalKind[] {
  if (word === "") return [];
  const found = word === "all" ? kindsInAll : approvalKinds.filter((kind) => kind === word);
  if (found.length === 0) throw new InvalidValue(`"${word}" is not one of ${approvalKinds.join(", ")}, all.`);
  return found;
}
