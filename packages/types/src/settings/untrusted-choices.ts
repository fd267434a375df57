/** What an unattended run does in an untrusted folder that asks for more than it may. */
export const untrustedChoices = ["refuse", "ignore"] as const;
