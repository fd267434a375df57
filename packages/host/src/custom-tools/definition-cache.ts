import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";

const descriptionSchema = z.object({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
});
export const fileDescriptionSchema = z.object({
  tools: z.array(descriptionSchema),
  problems: z.array(z.string()),
});
export type FileDescription = z.infer<typeof fileDescriptionSchema>;

const cacheSchema = z.object({
  code: z.string(),
  fingerprint: z.string(),
  files: z.record(z.string(), fileDescriptionSchema),
});

/** What the files of a folder said of their tools when they were last loaded. Neither member throws. */
export class DefinitionCache {
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

  keep(fingerprint: string, files: ReadonlyMap<string, FileDescription>): void {
    const fresh = `${this.#file}.${process.pid}.tmp`;
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      const content = { code: codeStamp(), fingerprint, files: Object.fromEntries(files) };
      writeFileSync(fresh, JSON.stringify(content), { mode: 0o600 });
      renameSync(fresh, this.#file);
    } catch {
      // A full disk or a folder that cannot be written costs the next start a process.
      rmSync(fresh, { force: true });
    }
  }
}

/** Another version of the program may describe the same file otherwise; its bundle has another name. */
function codeStamp(): string {
  return import.meta.url;
}
