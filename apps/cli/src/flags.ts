import { type Flag, WrongValue } from "./command-line.ts";

export function text(placeholder: string, about: string): Flag<string> {
  return { placeholder, about, parse: (value) => value };
}

export function texts(placeholder: string, about: string) {
  return { placeholder, about, parse: (value: string) => value, isMany: true } as const;
}

export function isSet(about: string): Flag<boolean> {
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

export function within(placeholder: string, about: string, least: number, most: number): Flag<number> {
  return {
    placeholder,
    about,
    parse: (value) => numberIn(value, least, most, `it must be a number from ${least} to ${most}.`),
  };
}

export function wholeNumber(
  placeholder: string,
  about: string,
  least = 1,
  most = Number.MAX_SAFE_INTEGER,
): Flag<number> {
  const rule =
    most === Number.MAX_SAFE_INTEGER
      ? `it must be a whole number from ${least}.`
      : `it must be a whole number from ${least} to ${most}.`;
  return {
    placeholder,
    about,
    parse: (value) => {
      const number = numberIn(value, least, most, rule);
      return Number.isInteger(number) ? number : refuse(rule);
    },
  };
}

function numberIn(value: string, least: number, most: number, rule: string): number {
  const number = Number(value);
  return value.trim() !== "" && number >= least && number <= most ? number : refuse(rule);
}

function refuse(rule: string): never {
  throw new WrongValue(rule);
}
