import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { fingerprintOf, type ToolFolder } from "./tool-files.ts";
import type { ToolProcess } from "./tool-process.ts";

interface DescribedFile {
  readonly file: string;
  readonly description: FileDescription;
}

const maxProblem = 500;

/** The tools that each file of a folder defines: from the cache, or by loading the file. Never throws. */
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
    // A file that failed may load next time without a change to it, such as after a package is installed.
    if (!("failure" in description)) files.set(file, description);
    described.push({
      file,
      description: "failure" in description ? { tools: [], problems: [description.failure] } : description,
    });
  }
  if (!known || files.size !== known.size) cache.save(fingerprint, files);
  return described;
}

async function load(file: string, process: ToolProcess): Promise<FileDescription | { failure: string }> {
  try {
    return fileDescriptionSchema.parse(await process.describe(file));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { failure: `it cannot be loaded: ${message.trim().replace(/\.$/, "").slice(0, maxProblem)}` };
  }
}

const descriptionSchema = z.object({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
});
const fileDescriptionSchema = z.object({
  tools: z.array(descriptionSchema),
  problems: z.array(z.string()),
});
type FileDescription = z.infer<typeof fileDescriptionSchema>;

const cacheSchema = z.object({
  code: z.string(),
  fingerprint: z.string(),
  files: z.record(z.string(), fileDescriptionSchema),
});

/** The tools of a folder's files as of the last load. Neither member throws. */
class DefinitionCache {
  readonly #file: string;

  constructor({ home, folder }: { home: string; folder: string }) {
    const name = process.getBuiltinModule("node:crypto").hash("sha256", folder, "hex").slice(0, 32);
    this.#file = join(home, "cache", "custom-tools", `${name}.json`);
  }

  /** By file; undefined when anything in the folder has changed. */
  find(fingerprint: string): ReadonlyMap<string, FileDescription> | undefined {
    try {
      const cache = cacheSchema.parse(JSON.parse(readFileSync(this.#file, "utf8")));
      if (cache.code !== codeStamp() || cache.fingerprint !== fingerprint) return undefined;
      return new Map(Object.entries(cache.files));
    } catch {
      return undefined;
    }
  }

  save(fingerprint: string, files: ReadonlyMap<string, FileDescription>): void {
    const temporary = `${this.#file}.${process.pid}.tmp`;
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      const content = { code: codeStamp(), fingerprint, files: Object.fromEntries(files) };
      writeFileSync(temporary, JSON.stringify(content), { mode: 0o600 });
      renameSync(temporary, this.#file);
    } catch {
      // With a full disk or a read-only folder, the next start loads the files again.
      rmSync(temporary, { force: true });
    }
  }
}

/** Another version of the program may describe the same file differently; its bundle has another name. */
function codeStamp(): string {
  return import.meta.url;
}
