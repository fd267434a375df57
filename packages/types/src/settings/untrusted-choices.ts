/** What becomes of a run with nobody there, in a folder that asks for more than it may. */
export const untrustedChoices = ["refuse", "ignore"] as const;
