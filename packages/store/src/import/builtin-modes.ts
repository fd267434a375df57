/** Modes that are always there, as the specification lists them. */
export const builtinModes: ReadonlySet<string> = new Set(["code", "architect", "ask", "debug", "orchestrator"]);
