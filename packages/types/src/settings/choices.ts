/** How much a model thinks before it answers, from not at all. */
export const reasoningEfforts = ["none", "minimal", "low", "medium", "high", "xhigh"] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** What an unattended run does in an untrusted folder that asks for more than it may. */
export const untrustedChoices = ["refuse", "ignore"] as const;

/** Secret fields of a profile, in addition to its key. */
export const profileSecretParts = ["credentials", "headers"] as const;
