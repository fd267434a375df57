/** An entry of an archive. For dpkg, every parent folder must be an entry of its own. */
export type TarEntry =
  | {
      readonly type: "file";
      readonly path: string;
      /** A function is called when the file's turn has come: not all of them are in memory at once. */
      readonly content: Buffer | (() => Buffer);
      readonly isExecutable: boolean;
    }
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "link"; readonly path: string; readonly target: string };

const blockSize = 512;

/**
 * A tar archive in the ustar format: the same bytes for the same entries, owned by root. `seconds` is the time of every
 * entry. Throws if a path is too long for the format.
 */
export function createTar(entries: readonly TarEntry[], seconds: number): Buffer {
  return Buffer.concat([...tarChunks(entries, seconds)]);
}

/** The same, piece by piece. */
export function* tarChunks(entries: Iterable<TarEntry>, seconds: number): Generator<Buffer> {
  for (const entry of entries) {
    const content = contentOf(entry);
    yield header(entry, content.length, seconds);
    yield content;
    yield Buffer.alloc(-content.length & (blockSize - 1));
  }
  yield Buffer.alloc(2 * blockSize);
}

function contentOf(entry: TarEntry): Buffer {
  if (entry.type !== "file") return Buffer.alloc(0);
  return typeof entry.content === "function" ? entry.content() : entry.content;
}

const types = { file: "0", link: "2", folder: "5" } as const;

function header(entry: TarEntry, size: number, seconds: number): Buffer {
  const block = Buffer.alloc(blockSize);
  const { prefix, name } = splitPath(entry.type === "folder" ? `${entry.path.replace(/\/$/, "")}/` : entry.path);
  block.write(name, 0);
  block.write(octal(modeOf(entry), 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(seconds, 12), 136);
  block.write("        ", 148);
  block.write(types[entry.type], 156);
  if (entry.type === "link") block.write(entry.target, 157);
  block.write("ustar\u000000", 257);
  block.write("root", 265);
  block.write("root", 297);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 7)}\0 `, 148);
  return block;
}

function modeOf(entry: TarEntry): number {
  if (entry.type === "link") return 0o777;
  return entry.type === "folder" || entry.isExecutable ? 0o755 : 0o644;
}

/** Up to 100 bytes of name after up to 155 bytes of folders. */
function splitPath(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= 100) return { prefix: "", name: path };
  for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155 && name !== "") return { prefix, name };
  }
  throw new Error(`${path} is too long for a tar archive`);
}

function octal(value: number, length: number): string {
  return value.toString(8).padStart(length - 1, "0");
}
