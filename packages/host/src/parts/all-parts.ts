import { browserPart } from "./browser.ts";
import { codeIndexPart, outlinePart } from "./code-index.ts";
import { extensionsPart } from "./extensions.ts";
import { imagesPart } from "./images.ts";
import { libraryPart } from "./library.ts";
import { mcpPart } from "./mcp.ts";
import { snapshotsPart } from "./snapshots.ts";
import { subtasksPart } from "./subtasks.ts";
import type { PartFactory } from "./task-part.ts";

/** Every optional ability of a task, in the order of their hints to the model; disposed in reverse order. */
export const allParts: readonly PartFactory[] = [
  snapshotsPart,
  subtasksPart,
  outlinePart,
  codeIndexPart,
  browserPart,
  imagesPart,
  libraryPart,
  extensionsPart,
  mcpPart,
];
