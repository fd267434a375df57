import { DefinitionCache, type FileDescription, fileDescriptionSchema } from "./definition-cache.ts";
import { fingerprintOf, type ToolFolder } from "./tool-files.ts";
import type { ToolProcess } from "./tool-process.ts";

export interface DescribedFile {
  readonly file: string;
  readonly description: FileDescription;
}

const longestProblem = 500;

/** What every file of a folder says of its tools: from the cache, or by loading each of them. Never throws. */
export async function describeFolder(
  folder: ToolFolder,
  { home, process }: { home: string; process: ToolProcess },
): Promise<readonly DescribedFile[]> {
  const cache = new DefinitionCache({ home, folder: folder.path });
  const fingerprint = fingerprintOf(folder);
  const known = cache.find(fingerprint);
  const files = new Map<string, FileDescription>();
  const described: DescribedFile[] = [];
  for (const file of folder.files) {
    const description = known?.get(file) ?? (await load(file, process));
    // What could not be loaded may load the next time, with no change to it: a package was missing.
    if (!("failure" in description)) files.set(file, description);
    described.push({
      file,
      description: "failure" in description ? { tools: [], problems: [description.failure] } : description,
    });
  }
  if (!known || files.size !== known.size) cache.keep(fingerprint, files);
  return described;
}

async function load(file: string, process: ToolProcess): Promise<FileDescription | { failure: string }> {
  try {
    return fileDescriptionSchema.parse(await process.describe(file));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { failure: `it cannot be loaded: ${message.trim().replace(/\.$/, "").slice(0, longestProblem)}` };
  }
}
