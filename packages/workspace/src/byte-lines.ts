const maxLineBytes = 64 * 1024;

/** Lines of a byte stream, each cut at 64 KiB, so that one endless line cannot fill the memory. */
export async function* splitLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const keep = (bytes: Uint8Array): void => {
    if (length < maxLineBytes) parts.push(bytes.subarray(0, maxLineBytes - length));
    length += bytes.length;
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      keep(chunk.subarray(start, end));
      yield Buffer.concat(parts);
      parts = [];
      length = 0;
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (length > 0) yield Buffer.concat(parts);
}
