/** The first argument of the process that asks the registry. In a file of its own, so that other starts load nothing else. */
export const checkArgument = "--check-for-update";
