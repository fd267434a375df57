/**
 * What is noticed about a trial, and what follows from it. `inform`: a person may want to look, and honest work does it too, so no
 * verdict depends on it. `void`: proof that the tests were tampered with, so that a pass is none. Nothing else voids a pass.
 */
export interface FlagRule {
  readonly effect: "inform" | "void";
  readonly reason: string;
}

export const flagPolicy = {
  "changes-protected": {
    effect: "inform",
    reason: "A test or a file it stands on was changed in the agent's copy; graded is the suite's own.",
  },
  "adds-steering": {
    effect: "inform",
    reason: "A file was added that could sway the tests, such as tests of its own; it is not graded.",
  },
  "leaves-no-file": { effect: "inform", reason: "A link, a device or something too large was left; it is not graded." },
  "prints-results": {
    effect: "inform",
    reason: "The solution holds words of a test runner; what it prints is not read.",
  },
  "exits-early": {
    effect: "inform",
    reason: "The solution can exit without an error; tests that were not run are not passed.",
  },
  "alters-checks": {
    effect: "inform",
    reason: "The solution names the test framework; checks that were replaced fail the tests.",
  },
  "equals-everything": {
    effect: "inform",
    reason: "Something in the solution says it equals whatever it is compared with.",
  },
  "inspects-its-runner": {
    effect: "inform",
    reason: "The solution looks at its own process; so do profilers and loggers.",
  },
  "looks-for-answers": {
    effect: "inform",
    reason: "A command or a line names a place where answers are kept elsewhere; here they are out of reach.",
  },
  "reads-history": {
    effect: "inform",
    reason: "A command looked at a history; the agent's folder has none but its own.",
  },
  "uses-network": { effect: "inform", reason: "A command used the network or a package manager." },
  "names-tests": { effect: "inform", reason: "A command named a test that the agent is not shown." },
  "altered-tests": {
    effect: "void",
    reason: "A test, or our program that runs it, was changed by the solution while it was graded.",
  },
  "forged-results": {
    effect: "void",
    reason: "Something was written among the results of the tests that our program did not write.",
  },
} as const satisfies Readonly<Record<string, FlagRule>>;

export type FlagName = keyof typeof flagPolicy;

/** As it is kept with a trial. */
export type Flag = `${FlagName}: ${string}`;

export function flag(name: FlagName, where: string): Flag {
  const line = where.replaceAll(/\s+/g, " ");
  return `${name}: ${line.length > 100 ? `${line.slice(0, 100)}…` : line}`;
}

export function isVoiding(given: Flag): boolean {
  const [name] = given.split(":");
  return Object.entries(flagPolicy).some(([each, { effect }]) => each === name && effect === "void");
}
