import { Command, InvalidArgumentError } from "commander";

/** A parser that throws instead of ending the process; wrong usage becomes exit code 2. */
export function commandParser(name: string): Command {
  return new Command(name)
    .exitOverride()
    .showHelpAfterError("(add --help for what there is)")
    .helpOption("-h, --help", "say what there is")
    .allowExcessArguments(false);
}

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError("It must be a number above 0.");
  return value;
}

export function wholeNumber(text: string): number {
  const value = positiveNumber(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError("It must be a whole number above 0.");
  return value;
}

export function oneOf<Choice extends string>(choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) throw new InvalidArgumentError(`It must be one of ${choices.join(", ")}.`);
    return choice;
  };
}
