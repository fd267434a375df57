import type { Mode } from "@roo-code/types";

/** A mode as its file has it: with its role, or with the name of the file that holds it. */
export type ParsedMode = Omit<Mode, "roleDefinition"> & { roleDefinition?: string; promptFile?: string };
